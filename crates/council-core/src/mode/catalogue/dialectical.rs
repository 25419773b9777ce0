//! Dialectical & Rhetorical, 59 to 63: how the text argues, and how it can be read.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 5] = [
    Mode {
        id: ModeId(59),
        name: "Dialectical reasoning",
        description: "\
            Looks for the opposition inside the document: the two goods it wants at once, the \
            requirement whose success undermines its own aim. It states both sides at their \
            strongest and asks whether the text resolves the tension, hides it or merely \
            alternates. A good resolution changes the terms; a compromise that leaves both sides \
            unmet is called one.",
        questions: &[
            "Which two aims of this document pull against each other?",
            "What is the best case for the side the text rejects?",
            "Does the proposed balance resolve the conflict or postpone it?",
        ],
        signals: "\
            however, on the other hand, versus, vs, tension*, oppos*, balanc*, compromis*, \
            competing, while also, at the same time, despite, although, contrast*, both sides, \
            pulls against",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(60),
        name: "Rhetorical reasoning",
        description: "\
            Separates what the text shows from how it persuades. Superlatives, appeals to \
            authority, unnamed experts, numbers without a source and enthusiasm in place of a \
            reason are marked, and the sentence is read again without them: does a claim remain? \
            It also asks whether the document will convince the reader who has to act on it, for \
            the right reasons.",
        questions: &[
            "What is left of this claim without its adjectives?",
            "Who is being persuaded, and of what, before any evidence?",
            "Would the reader who must build this know what to do?",
        ],
        signals: "\
            compelling, vision, pitch, executive summary, messaging, audience*, marketing, \
            persua*, world class, revolution*, delight*, game chang*, best in class, cutting \
            edge, state of the art, powerful, innovati*, unparallel*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(61),
        name: "Hermeneutic / interpretive reasoning",
        description: "\
            Reads each sentence in the light of the whole and the whole in the light of each \
            sentence. It collects the readings a competent stranger could defend, above all of \
            pronouns, plurals, “and/or” and terms borrowed from another department, and asks \
            which one the author meant. Two defensible readings that lead to different products \
            are a defect, however clear the author finds it.",
        questions: &[
            "Which second reading of this sentence could a careful stranger defend?",
            "What does “it”, “this” or “they” refer to?",
            "Does this section still mean the same after reading the others?",
        ],
        signals: "\
            interpret*, ambigu*, intent, intended, intention*, wording, clarif*, context, and \
            or, understood as, meaning*, in other words, spirit of, defined term*, reader, \
            unclear",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(62),
        name: "Narrative reasoning / causal storytelling",
        description: "\
            Tells the story of one person from the first contact to the last and checks that \
            every scene follows from the one before. It finds the missing scene: how they got \
            the account, what they saw while waiting, what happens the day after. A story in \
            which nobody has a reason to take the next step is a flow nobody will finish.",
        questions: &[
            "Who is the person, what do they want, and how does it end for them?",
            "Which scene between two steps is missing?",
            "What happens the next day, and when they leave?",
        ],
        signals: "\
            user stor*, journey*, as a user, i want, story, stories, narrative*, happy path*, \
            day in the life, scenario, use case*, user flow*",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(63),
        name: "Sensemaking / frame-building reasoning",
        description: "\
            Asks what kind of situation this document thinks it is in, and whether the facts in \
            it fit that frame. It tries on another: an organisational problem described as a \
            technical one, a growth problem described as one of quality. Facts the current frame \
            leaves unexplained are collected, because that is where the next surprise will come \
            from.",
        questions: &[
            "Which frame does the document use, and what does it leave out of view?",
            "Which stated fact does not fit?",
            "What would the requirements be if the problem were framed differently?",
        ],
        signals: "\
            overview, background, landscape*, framework*, problem statement*, big picture, \
            perspective*, insight*, summary, theme, reframe*, situation*, challenge*, emerging, \
            why now, opportunit*",
        base_relevance: Relevance::percent(70),
    },
];
