//! Meta-Level, 75 to 80: whether the reviewers themselves are thinking well.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 6] = [
    Mode {
        id: ModeId(75),
        name: "Meta-reasoning",
        description: "\
            Reviews the review: is this document at a stage where these questions make sense, \
            and are they the questions that matter? It weighs effort against consequence, \
            notices when details are polished while the premise is open, and says which part \
            deserves another look and through which other lens. It also asks what kind of \
            document this claims to be, and whether it is one.",
        questions: &[
            "Which part of this document decides its success, and has it had the closest look?",
            "Is the level of detail even, or deep only where that is easy?",
            "What kind of defect would the present set of lenses never see?",
        ],
        signals: "\
            review, reviewed, reviewer*, methodolog*, approach, approaches, level of detail, \
            decision process, this document, governance, next steps, feedback, iterat*, quality \
            gate*, self assess*, meta",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(76),
        name: "Calibration and epistemic humility",
        description: "\
            Compares how sure the document sounds with how sure it has reason to be. Round \
            numbers, unhedged forecasts and “will” about other people's behaviour are asked for \
            their grounds and their range; needless hedging on what is well known is marked too. \
            Confidence should be visible, and differ where the grounds differ.",
        questions: &[
            "How confident does this sentence sound, and what entitles it to that?",
            "Which earlier forecasts of this author or team came true?",
            "Where does the text say plainly what it does not know?",
        ],
        signals: "\
            confiden*, estimat*, uncertain*, forecast*, expected to, predict*, accura*, caveat*, \
            margin of error, guarantee*, projected, projection*, assumption*, best guess, \
            likely, known unknown*",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(77),
        name: "Reflective equilibrium",
        description: "\
            Moves back and forth between the principles a document proclaims and the particular \
            rules it lays down until they fit. A principle no rule obeys is decoration; a rule \
            that offends a principle shows that one of the two has to give. It names the pair \
            and says which side the rest of the text supports.",
        questions: &[
            "Which stated principle does this requirement offend?",
            "Which requirement would nobody defend on principle?",
            "If both are kept, what is the principle really?",
        ],
        signals: "\
            principle*, tenet*, core values, our values, mission, norm, consistent with, aligns, \
            aligned, guiding, philosoph*, judgment*, judgement*, code of conduct, in line with, \
            north star, coheren*, constitution*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(78),
        name: "Transcendental reasoning",
        description: "\
            Asks what must already be the case for this document to make sense at all. Behind \
            “users will share their results” stand users, results, a way to share and a reason \
            to; each is a condition of possibility, and each may be absent. It digs out the \
            presuppositions below the stated assumptions and checks whether anything secures \
            them.",
        questions: &[
            "What must be true before this sentence can even mean something?",
            "Which prerequisite is nobody's task?",
            "If this presupposition fails, which requirements lose their subject?",
        ],
        signals: "\
            prerequisite*, presuppos*, precondition*, depends on, depend on, relies on, rely on, \
            foundation*, assumes, assumption*, given that, necessary condition*, must exist, \
            must already, requires that, fundamental*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(79),
        name: "Adversarial / red-team reasoning",
        description: "\
            Takes the attacker's seat, with time, skill and a motive. It looks for the trust \
            nobody decided to grant, the input that crosses a boundary unchecked, the cheap \
            abuse of an honest feature and the secret that travels. Every control is asked how \
            it is bypassed; every actor, what they could do on their worst day or for money.",
        questions: &[
            "What would somebody who wants to abuse this try first, and what would it cost them?",
            "Which input, identity or file is trusted without a check?",
            "What can a legitimate user or administrator do that they should not?",
        ],
        signals: "\
            attack*, threat*, vulnerab*, exploit*, malicious*, injection*, encrypt*, secret, \
            credential*, red team*, untrusted, privilege*, tamper*, abuse*",
        base_relevance: Relevance::percent(90),
    },
    Mode {
        id: ModeId(80),
        name: "Debiasing / epistemic hygiene reasoning",
        description: "\
            Looks for the thinking errors a team makes together: the number everything is \
            anchored on, the evidence gathered for one side only, the survivors asked and the \
            lost customers not, the plan kept because so much was spent on it. It asks for the \
            disconfirming case and for the view of somebody with nothing invested. Words like \
            “obviously”, “simply” and “everyone” are its usual trail.",
        questions: &[
            "Which evidence against this was looked for?",
            "Whose success is generalised, and who is missing from the sample?",
            "Would the decision be the same if nothing had been spent yet?",
        ],
        signals: "\
            obvious*, clearly, everyone, everybody, all users, of course, simply, just, no \
            doubt, anecdot*, survivorship, cherry pick*, bias*, undoubtedly, trivial*, we know, \
            naturally, groupthink",
        base_relevance: Relevance::percent(70),
    },
];
