//! The words themselves.

use super::Classes;

/// Words by class. A word can stand in several rows.
pub(super) const TABLE: &[(Classes, &str)] = &[
    (Classes::MUST, "shall must will shan't mustn't won't"),
    (Classes::SHOULD, "should ought shouldn't"),
    (
        Classes::WISH,
        "would meant intended expected encouraged supposed hoped advised recommended invited urged free welcome suggested planned desired \
         asked inclined anticipated envisaged envisioned minded preferred try tries attempt attempts want wants wish wishes hope hopes tend \
         tends plan plans intend intends prefer prefers expects likes proposes aim aims strive strives seek seeks endeavour endeavours \
         endeavor endeavors had projected scheduled slated likely best utmost effort efforts allowed permitted liberty option \
         choice normally usually generally typically commonly ordinarily \
         affordable allow allowing allows appropriate apt assumed authorised authorized average basically believed better \
         broadly cases chance circumstances conceived conditions convenient degree desirable destined discretion disposed \
         doubt eager earmarked entitled essentially eventually extent feasible foreseen freedom frequently glad gladly goal \
         happy hopefully ideal ideally instance intention keen large largely latitude leeway less liable licensed likelihood \
         luck mainly maybe measure mostly motivated nice occasionally often opportunity optionally pains perhaps \
         periodically permit permits permitting poised possibility possible possibly potentially practicable practical \
         preferable preferably preference presumably presumed primarily principle probability probably prompted prone \
         prudent purposes rather reasonable reckoned requested roughly rumoured seldom sensible situations someday sometimes \
         sooner steps tempted tendency theoretically theory thought times trouble trusted voluntarily well whole willing \
         wise rule general \
         aspires desires longs inclines elects opts chooses offers volunteers agrees consents seems appears happens purports \
         claims professes struggles hesitates ventures bothers cares leans looks unwilling reluctant hesitant prepared anxious \
         pleased delighted aimed geared contemplated proposed tipped counselled counseled nudged persuaded coaxed challenged \
         begged exhorted reputed alleged said claimed predicted forecast estimated wanted wished pencilled penciled budgeted \
         groomed eligible considered understood inclination ambition desire plan propensity willingness scope room flexibility \
         prerogative privilege readiness ready trying attempting hoping aiming planning intending seeking striving looking \
         wishing endeavouring preparing right leisure pleasure",
    ),
    (Classes::MAY, "may"),
    (Classes::MIGHT, "might could mightn't couldn't"),
    (Classes::CAN, "can cannot can't"),
    (
        Classes::NOT,
        "not never no cannot can't won't don't doesn't didn't isn't aren't shouldn't mustn't shan't without neither nor none",
    ),
    (Classes::PRONOUN, "it they them this these those that he she him something someone somebody"),
    (Classes::SINGULAR, "it this that"),
    (Classes::OTHER, "other another others"),
    (
        Classes::DETERMINER,
        "the a an each every any all some no this that these those its their our your his her my both either neither such",
    ),
    (
        Classes::QUANTIFIER,
        "all every each any none always never everything everyone nobody nothing",
    ),
    (Classes::BE, "be is are was were been being am"),
    (
        Classes::PREPOSITION,
        "of to in on at by for with from as into onto over under between among through during within without before after \
         against across per via until till upon about above below behind beside beyond near off out since than toward towards \
         up down throughout inside outside despite following regarding concerning except plus unlike",
    ),
    (Classes::AND, "and plus also"),
    (Classes::OR, "or"),
    (
        Classes::CONDITION,
        "if when while whenever where once until upon given provided whether whereas",
    ),
    (Classes::EXCEPTION, "unless except excluding otherwise else"),
    (
        Classes::FUNCTION,
        "the a an and or but if then else when while of to in on at by for with from as is are was were be been being it its \
         this that these those they them their there here which who whom whose what how why not no nor so than too very \
         can could may might must shall should will would do does did done has have had having into onto over under per via \
         each every any all some such both either neither more most less least only just also about after before between during \
         through until up down out off again further once same own we you your our us i he she his her him",
    ),
    (
        Classes::MEASURE,
        "number amount quantity period time timeframe frame level rate limit size duration delay share portion proportion fraction degree \
         extent volume frequency interval threshold length pace latency percentage count window speed footprint ratio space memory supply \
         budget while moment wait waiting turnaround span lag set part range variety capacity bandwidth throughput \
         timespan cadence notice",
    ),
    (
        Classes::ELASTIC,
        "decent fair modest generous tolerable manageable healthy prudent proportionate comfortable respectable sizable sizeable ample \
         moderate sensible short brief long small large low high good right compact tight typical workable practical brisk lively \
         near-interactive interactive appreciable meaningful significant substantial considerable limited minimal tiny huge big \
         vast great light heavy economical sparing lean",
    ),
    (
        Classes::GRADE,
        "as without before nearly almost practically virtually basically essentially close lion's bulk majority quite few many lot couple \
         handful bunch multitude host dozens hundreds thousands lots plenty loads scores so too pace leisure manner fashion order way \
         abundance abundant alacrity allocation amount amounts ample array bandwidth batch blink block budget buffer \
         capacity chunk count countless coverage dash deal degree delay delays dispatch duration entirety extent fewer flash \
         footprint fraction frame future glut group haste heap heartbeat helping innumerable instant interval jiffy lag \
         latency length level limit limits manifold mass maximum memory minority moment moments myriad notice number numbers \
         numerous opportunity part payload percentage period piece plethora portion promptness proportion quantities \
         quantity quota raft range ratio responsiveness scant series set several share size sizes slew slice sliver \
         smattering snap sooner space speed storage subset sum sundry supply swiftness tempo timeframe times trice twinkling \
         umpteen untold variety volume volumes wait wealth while window wink \
         hardly barely scarcely levels rates figure margin headroom selection sample preponderance complement load overhead \
         turnaround basis schedule cadence rhythm enough half today whatever",
    ),
    (Classes::OPEN_LIST, "etc"),
    (
        Classes::REVIEW,
        "reviewer reviewers reviewing review assistant llm ai panel council chair judge judges grader graders evaluator \
         evaluators instruction instructions directive directives verdict verdicts finding findings severity severities \
         approved approve passed accepted ignore disregard forget override bypass prompt prompts vote votes blocker blockers \
         handoff approval salient decode base64 rot13 nevermind stop finish oppose overall_verdict agreement_status mention \
         issue issues defect defects concern concerns blockers flag score rating grade assessor auditor examiner referee \
         overrule dismiss discard downgrade suppress guidelines directions chatbot gpt claude gemini gate decision quorum \
         synthesis pass lgtm accept system_message system_prompt im_start inst role hex decipher obey repeat reveal your you \
         whoever dear attention assessment outcome treat deem conclude marks weaknesses shortcomings evaluation evaluate \
         evaluates assistants bot anyone anybody everyone assess assesses assessing assessed evaluating evaluated kindly reader \
         readers checker remarks objections deviations model assessors examiners referees adjudicator adjudicators critic \
         critics jury juror jurors panelist panelists panellist panellists councillor councillors rater raters proofreader \
         proofreaders appraiser appraisers grading sa-1 sa-2 sa-3 gatekeeper gatekeepers screener screeners vetter vetters \
         overseer overseers judging scorer scorers auditors inspector arbiter arbiters verifier  llms bots chatgpt copilot \
         openai anthropic appraise appraisal ratings rated graded writeup examination vetting scrutiny deliberation \
         deliberations write-ups critique judgement judgements write-up stars scrutinise scrutinize scrutinised scrutinized \
         clearance adjudicate audits audited scored judgment judgments conclusion sign-off checklists scorecard rubric reviews \
         concluded concludes certificate inspection scores scoring signoff reviewed assessments recommendation recommendations \
         consensus evaluations  evaluats audit feedback checklist flaw flaws remark criticism faults nit nits \
         imperfection imperfections quibble quibbles misgiving misgivings unfavourable unfavorable nitpick snag snags blemish \
          lapse lapses qualm qualms grievance grievances disapprove disapproval rebuke rebukes censure pushback \
         loophole loopholes inadequacy inadequacies objection weakness shortcoming deductions deduction deficiency deficiencies \
         vagueness reservation reservations unsound defective contradiction contradictions omission omissions discrepancy \
         discrepancies unfinished complaint complaints fault caveat caveats inconsistencies inconsistency drawback drawbacks \
         compliments flatter flatters flawless faultless spotless favourable favorable favourably positively unanimously \
         certify certified endorse endorsed endorsement endorses praises glowing affirmative flawlessly thumbs-up greenlight \
         impeccable satisfactory applaud applauds blessing greenlit commend commends stellar immaculate unblemished superb \
         pristine watertight airtight bulletproof laud lauds ratify ratified top-notch masterpiece brilliant admirable \
         world-class unanimous generous generously praise whitelist whitelisted whitelisting exemplary unconditional \
         unconditionally perfect compliant cleared exempt excellent outstanding first-class ship approvals approver approvers \
         approves approving accepts acceptable concur concurs concurred flagging criticise criticised criticising criticisms \
         criticize criticized criticizing veto decline condemn condemns penalise penalised downvote downvotes crush spoil harsh \
         denounce denounced scold scolds grumble grumbles protest protests thumbs-down gripe gripes faulting withholding \
         withholds withhold penalize penalized deducted deduct deducts declines mentioning complain complaining complained \
         complains refusal refuse refused refuses refusing reject rejected rejecting rejection rejections rejects indulgent \
         indulgence clemency rubber-stamp rubberstamp refrain refrains waived waives waiver quiet merciful unreported \
         unmentioned formality withdrawn downplay downplays underplay underplays whitewash  pardon excuse charitable \
         charitably lenience gloss unspoken  condone condones unsaid soften softens gentle waive tolerant overlook \
         overlooked overlooking overlooks disregarding disregarded lenient leniently leniency forgive forgiveness discount \
         cosmetic forgiving capped informational slack suppressed suppresses suppressing suppression suppressions untouched \
         downgraded downgrades downgrading  downgrads bypassed bypasses bypassing ignored ignores ignoring  ignors \
         omit omits omitted omitting \
         accountable acting adequate adjudicat adjudicats administrator administrators admissible agree agreed agreement ais \
         amnesiac anomal anomalie anomalies anomals anomaly apprais appraising appreciat appreciated appreciats asap aside \
         attest attests authoris aye bankrupt bankrupts banned beforehand beg begging behalf bench benchmark beneath benevolent \
         billion blacklist blacklists blame blamed blames blank board boilerplate bonus bonuses boss bounds box bribe bribes \
         bring brought btw bury calibration captain carried casualt casualts ceo cfo chairman challenge challenges character \
         charitabl charitabls charter chatbots checkers chief children ciso classify clears clock co-founder colleague \
         colleagues commission commissioner committee compassion compassions compensat compensate compensated compensats \
         conclusions conclusive confidential confine confined confines conformant consent consequence consequences considerate \
         construe construed contest contested cosplay counsel crawler crawlers criterion criticis critiques critiquing cry cto \
         deadline deadly declined decommission decommissioned decommissions decree decrees deemed defect-free defectos delegate \
         delegated delegates demo denote denoted denotes department desperate desperates deviation die dies director disclose \
         disclosed discloses discounted discounting discounts dispensation disqualify disqualifying disregards dissent \
         dissenting dissents dock dollars donat donate donats doubt doubts dry-run dummy dwell dwelt earn earned earnest \
         earnestly earning earns echo eleven elsewhere embarrass empathetic empathy endanger endangers endless endors envision \
         envisioned envisions equals erase erratum error-free escalat escalate escalated escalates escalation escalations \
         escalats euros everybody examinator examinators examined excused excuses executive executives exempted exempting \
         exemption exempts exercise exhaust exhausted exhaustion exhaustive exhaustively exhaustivity exhausts experts family \
         fault-free favour fictional fifty fight finished fired flagged flawed folks forever forfeit forfeits formerly forty \
         founder freeze frozen fyi game gift gifts gold golden government grades grateful grave gravity great guys halt happy \
         happy-path harm harness headline headlines headquarters healthy heart hereinafter hey hi hide hint hints hole holes \
         hope hopefully hours humbly hundred hurry hush hypothetical hypothetically hypotheticals imagine imagined imagines \
         immune immunity impersonat impersonate impersonats implore inadmissible incentive incentives indulgen indulgens \
         infinite infiniteloop infinitely infinites inhabitant innocent inspections inspectora inspectorb inspectorc \
         inspectoropen inspectorpanel inspectors instantly jeopard jeopardize jeopards journal judgment-call jump jurisdiction \
         kids kill killed killer killers killing kills kindness lacking language-model late lawsuit lawyer lawyers leadership \
         ledger legal lenien leniens liability liable litigation llama lol look-away lose loses lowered maintainers majors \
         mandate marking mentions mercy million mine minister ministry minors misconduct mistake mistaken mistakenly mistakes \
         mistral moderator moderators mute nb needless neural newborn nights nitpicks noise non-negotiable noon objected \
         obsolete off-limits officer okay opinion opinionated opinions orders out-of-scope outrank outranks overrul overruls \
         oversight paid pairs parlance party paste pay peer peers penalis penalizes penalt penalties penalts penalty persona \
         phrase pity play playing plead pls postmortem pre-approved pre-checked pre-cleared pre-screened pre-validated \
         pre-vetted preapproved premium president pretend pretending pretends prevail prevailing prevails printenv privilege \
         privilege-gated privileged privileges prize prizes prosecut prosecuts psst pupil purge quality-checker questioning \
         quietly quote raise raised raises raising rank ranked reading recipient recipients recurs recurse recursing recursion \
         recursive recursively red redefin redefine redefined redefines redefining redefins redundant refers refund refus \
         regard regarded regret regrets regulator regulators regulatory rehearsal relax relaxation relaxations relaxed relaxing \
         remit repercussion repercussions reprimand reprimands reproduce restrict retaliat retaliats retrain retrains reused \
         revealed revealing reveals revoke revoked revokes reward rewarded rewards ring-fenced robot robots role-play roleplay \
         round rounds rubrics ruling rushed sacked salary sanction sanctioned sanctions sandbox satisfactorily satisfied scene \
         scorecards screened scrutinising scrutinizing seat seats secret secrets sentence settled shaky shutdown silence \
         simulate simulated simulates simulation skim slang softened solely somebody someone soon sorry sound spawn spawned \
         spawner spawning spawns speak speaks splendid sponsor sponsoring sponsors staff stall stalls stamp steering stops \
         sub-agent sub-agents subagent subagentpool subagents subagenttool substance sue sued suffer suffered suffers sunny \
         superfluous superior superiors supervisor supervisors suppose supposed supposedly supposes surfaced suspended switched \
         sympathy synonym synonyms tally teacher tester testers thank thanks thesis those thou thousand thumbs thx tip tips \
         tired tomorrow tonight transcript transformer transformers translate translation trial tribunal triples unanimity \
         unconditionals understood unflagged unplugged unread unseen untestable untouchable urgent urgently urgents validator \
         validators verifiers vetted visa voted voting votum voucher vouchers vp waivers wave waved weak went whichever \
         whosoever wipe wipes withdraw withdrew wonderful word-for-word wording worthy yeah yesterday yours yourself \
         refereeing refereed inspectorate appraised appraisals attested dissenters dissented analysed analysing disapproved \
         hiccup lapsed rebuked snagged objectionable anomalous critically criticises criticizes applauded applauding \
         commended commendation commendable endorsing endorsements lauded praised affirmed affirm affirmation affirming \
         affirms ratifying exemptions condemned condemnation condemning condemnations denouncing denounces protested \
         protesting condoned downplayed downplaying whitewashed forgiven refrained softening bankruptcy bankruptcies \
         casualties casualty decommissioning disqualified embarrassing embarrassed embarrassment forfeited forfeiture \
         jeopardy jeopardized jeopardizing jeopardise prosecutors prosecutor prosecution prosecuted prosecute prosecutions \
         prosecuting prosecutorial punishment punished punish punishing punishable punishments punishes reprimanded \
         retaliation retaliate retaliatory retaliated retaliating wiped blacklisted endangered endangering endangerment \
         regretted regrettable regrettably retraining sanctioning killings bribery bribed donations donated donation donating \
         donates gifted compensatory earnings earners perks perk prized rewarding compassionate desperately appreciate \
         appreciation appreciates appreciative appreciating sympathetic sympathizers sympathies sympathize sympathized \
         sympathisers rush rushing overruled prevailed authorised authorisation authorise authorising decreed supervisory \
         superiority synonymous impersonating impersonation pretended pretender pretenders confinement verbatim arbitrator \
         arbitrators adjudicating commentator commentators rapporteur censorship censor censors censored ombudsman review-bot \
         reviewbot reviewer-in-chief examining-board second-reader juries challenger challengers rapporteurs genai chat-bot \
         ai-based droid language-models grok deepseek bot's ai's yes-bot whomever ballots balloting sign-offs signed-off \
         read-through readthrough reassess reassessment star-rating critiqued graded-on passmark pass-mark shortfall \
         shortfalls inaccurate inaccuracies vague untested contradictory contradicted contradict contradicts contradicting \
         risky deficient sloppy half-baked glitch glitches breaching fallacy pitfalls nag nagging moaning moan carp carping \
         hair-splitting picky pedantic finicky fuss fussy a-ok all-clear perfection magnificent fantastic terrific amazing \
         matured coherent unobjectionable unproblematic suffices meritorious laudable praiseworthy deserve deserves deserved \
         first-rate well-written well-crafted well-designed harmless trustworthy finalised unqualified supportive favored \
         favors favoring favorably yea nod nods nodding delighted delight delightful delights proud smile smiled smiles \
         smiley love loves sane five-star blessed bless blesses okayed acceptably beyond-reproach irreproachable \
         unimpeachable exquisite harmonious shippable buildable unambiguous vetoed nay opposition torpedo torpedoes torpedoed \
         nix nixed stonewall stonewalling obstruction obstructing obstruct obstructed disputing unacceptable dissatisfaction \
         dissatisfied scuttle derail derailed derailment derailing sabotage sabotaged spoiled spoils spoiler spoiling \
         nitpicking objecting exonerated absolved acquitted acquittal acquit leeway latitude charity lax loosen loosening \
         loosened toned mild mildly milder benign immaterial insignificant inconsequential irrelevant unimportant moot petty \
         concessions concession conceded concede conceding concedes amnesty grandfather grandfathers pass-through passthrough \
         unexamined unquestioned unchallenged undisturbed unremarked ignorable neglected neglect neglecting set-aside shelved \
         shelve rug concealed conceal concealing concealment withheld scrub abstained abstaining abstentions abstention \
         sidestepped sidestep circumvent evade evaded dodge dodged forgo forego unneeded pointless futile bother bothered \
         bothers bothering worries mercifully inessential spared eyes-closed blind-eye untroubled unannotated unmarked nod- \
         through let-off wink dormant abeyance waiving sack dismissal demoted demotion layoffs layoff jail jailed jails \
         jailing prison lawsuits suing fined discipline disciplinary disciplines disciplined reprisals reprisal revenge \
         grudge catastrophe catastrophic suffering ruins ruined ruin ruining ruinous doomed doom answerable warned wrath \
         angry anger angered angering angers furious upset upsets upsetting disappointed disappointing disappointment \
         disappoint disappointments shame shameful shameless shamed shamelessly ashamed scapegoat scapegoats culprit culprits \
         expelled expel expelling expels ousted removed-from lunch dinner beer cake chocolate favours owed owes owe repay \
         repayment repayments repaying kudos thank-you goodies kickbacks kickback sweetened sweetener sweeten hamper pleading \
         gracious graciously burnout weary sick ill mom dad wife husband daughter grandmother volunteers volunteer \
         volunteered volunteering struggle struggling struggled struggles livelihood mortgage tears weeping weep heartbroken \
         sake goodwill friend friends buddy pal overworked christmas holiday sleepless miracle gratitude thankful indebted \
         honour honor surgery funeral retire retirement hasten haste hastened promptly straightaway expedite expedited \
         expeditiously overdue ticking go-live golive c-suite cio coo cpo svp evp hq ministerial dpo ordained entitlement \
         entitlements empowered empowerment empower empowering empowers sovereign supremacy trumps edict edicts fiat \
         undersigned pursuant programme-board higher-ups pre-reviewed prechecked pre-agreed pre-authorised pre-authorized \
         already-approved thrice long-since rerun re-run foregone predetermined pre-decided grandfathered reviewed-before \
         hereafter henceforth heretofore codeword code-word euphemism jargon nickname nicknamed nicknames connotations \
         connotation paraphrase rebranded rebranding so-called stands-for understood-as role-playing roleplaying make-believe \
         fiction fairy tale alter-ego ego personality grandma pirate wizard genie cheerleader cheerleaders fan fanboy \
         behaving embody embodies dream dreams dreamed dreaming dreamer amnesia unrestricted unfiltered jailbroken salesman \
         salesperson storyteller off-topic out-of-bounds purview ambit taboo no-go nonnegotiable inviolable sacrosanct typo \
         punctuation orthography logbook memorise memorize transcripts docket testimonial testimonials summaries minute-book \
         on-record dotenv system-prompt divulge divulged spill self-test selftest self-check drill rehearsals rehearsed \
         rehearsing rehearse practise trainee sandboxed gold-standard ground-truth answer-key severely nice-to-have \
         advisories low-priority sev half-weight \
         please nobody annex panels questioned examining remarked doubted advocate sceptics skeptics ingests foreseen noreview \
         chapter chapters lint unread analyst evaluators' problems undersigned",
    ),
    (
        Classes::SUBJECTIVE,
        "appropriate appropriately suitable suitably adequate adequately reasonable reasonably easy easily simple simply \
         user-friendly friendly intuitive intuitively convenient conveniently nice excellent elegant robust \
         flexibly scalable efficient efficiently powerful modern state-of-the-art seamless seamlessly smooth \
         smoothly attractive appealing pleasant professional meaningful useful usable helpful helpfully sensible proper properly \
         acceptable satisfactory desirable favorable ideal optimal optimum optimally performant lightweight sophisticated \
         straightforward comprehensive thorough thoroughly careful carefully graceful gracefully safely reliable reliably \
         high-quality maintainable extensible understandable legible readability legibility usability self-explanatory \
         cumbersome complicated difficult tedious annoying confusing confuse distract distracting \
         undue unnecessary unnecessarily excessive excessively extreme extremely significant significantly huge tiny \
         compelling delightful polished painless hassle-free cost-effective affordable \
         suitable meaningful     ",
    ),
    (
        Classes::PLAIN_SUBJECTIVE,
        "good great relevant desired effective effectively readable responsive secure securely fair balanced abnormal unusual strange suspicious \
         timely important competitive expensive cheap interesting evident obvious clear clean complete completely correct correctly consistent coherent stable familiar quality large small big long high low heavy light \
         new old recent latest advanced special specific certain particular same similar alternative additional additionally previous \
         potential essential crucial vital critical \
         major minor rich sensitive minimal",
    ),
    (
        Classes::AMOUNT,
        "several many few some various multiple numerous enough sufficient sufficiently plenty lots much majority most \
         countless considerable substantial substantially handful couple dozens hundreds thousands ample",
    ),
    (
        Classes::SPEED,
        "quickly quick fast rapid rapidly promptly soon swift swiftly speedy speedily expeditiously expeditious instantly instant instantaneous \
         instantaneously immediate immediately timely shortly periodically periodic regularly regular frequently frequent often \
         occasionally occasional sometimes eventually sporadically continually snappy near-instant real-time realtime \
         momentarily briefly slow slowly lately recently",
    ),
    (
        Classes::LOOSE,
        "too generally usually typically normally commonly mostly largely mainly primarily roughly approximately approx around \
         nearly almost virtually practically essentially basically relatively somewhat rather quite fairly widely ordinarily \
         customarily broadly partly partially chiefly greatly loosely particularly especially",
    ),
    (
        Classes::PLAIN_SUBJECTIVE,
        "clearly currently presently directly highly strongly closely potentially",
    ),
    (
        Classes::HEDGE,
        "possibly perhaps maybe probably presumably conceivably supposedly seemingly apparently likely unlikely ideally \
         hopefully preferably optionally arguably",
    ),
    (
        Classes::COMPARATIVE,
        "better worse faster slower quicker easier harder simpler larger smaller bigger higher lower greater fewer longer \
         shorter earlier later newer older cheaper cleaner clearer stronger weaker safer richer smarter lighter heavier wider \
         deeper closer smoother nicer friendlier finer thinner thicker broader narrower tighter looser more less",
    ),
    (
        Classes::SUPERLATIVE,
        "best worst fastest slowest quickest easiest simplest largest smallest biggest highest lowest greatest fewest longest \
         shortest latest earliest newest oldest cheapest cleanest clearest strongest safest smartest lightest nicest most least \
         utmost ultimate",
    ),
    (
        Classes::BOUNDLESS,
        "maximize maximise maximizing maximising minimize minimise minimizing minimising minimized minimised maximized \
         maximised optimize optimise optimizing optimising optimized optimised unlimited infinite infinitely endless limitless \
         boundless improve improved improving enhance enhanced enhancing streamline streamlined strive facilitate flexible",
    ),
    (
        Classes::UNSURE,
        "possible impossible feasible practicable practical necessary needed required applicable potential",
    ),
    (
        Classes::ACTOR,
        "system application app service server client user users operator operators administrator administrators admin admins \
         customer customers engine module component platform api backend frontend database db tool cli command parser validator \
         scheduler worker agent gateway controller device browser website site page screen interface ui product software program \
         library process job script daemon plugin workflow pipeline generator compiler runtime host node cluster queue broker \
         manager supervisor owner developer developers reviewer reviewers maintainer tester author editor buyer seller staff \
         driver train subscriber terminal network equipment mobile controller infrastructure team organisation organization",
    ),
    (
        Classes::PLACEHOLDER,
        "t.b.d t.b.a t.b.c tbd tba tbc tbs tbr todo fixme xxx tktk lorem tbf fixthis placeholder nn nnn xx yy",
    ),
    (
        Classes::UNDECIDED,
        "determined decided agreed clarified discussed finalised finalized settled resolved negotiated announced confirmed concluded \
         debated elaborated fleshed ironed sorted scoped worked filled thought figured defined specified described documented detailed \
         provided supplied added given written completed chosen selected named inserted covered addressed pending undecided undetermined \
         unresolved unsettled unclear unspecified undefined unknown discussion consideration debate negotiation deliberation needs need \
         follow come open left remains awaiting decide determine clarify missing later soon known \
         blank detail details discuss dummy figures guess guessed outstanding provisional specifics tentative unconfirmed \
         unwritten wip wording next upcoming forthcoming coming",
    ),
    (
        Classes::UNIT,
        "ms msec millisecond milliseconds s sec secs second seconds min mins minute minutes h hr hrs hour hours d day days week weeks \
         month months quarter quarters year years byte bytes kb mb gb tb pb kib mib gib tib kbps mbps gbps bps bit bits hz khz mhz ghz rps qps tps \
         percent pixel pixels px pt character characters char chars word words line lines token tokens request requests retries attempt attempts \
         item items row rows record records user users session sessions connection connections call calls message messages event events \
         file files page pages time times transaction transactions step steps degree degrees meter meters metre metres km cm mm kg usd eur dollar dollars euro euros cent cents",
    ),
    (
        Classes::NUMERAL,
        "zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred \
         thousand million billion first second third fourth fifth half quarter double twice single dozen",
    ),
    (
        Classes::PERSONAL,
        "personal pii gdpr birthdate birthday passport ssn biometric biometrics fingerprint health medical patient patients diagnosis \
         ethnicity religion salary geolocation",
    ),
    (
        Classes::SECRET,
        "password passwords passphrase secret secrets credential credentials token tokens pin cvv cvc",
    ),
    (
        Classes::PAYMENT,
        "payment payments charge charged charges refund refunds checkout invoice invoices transfer transfers payout payouts \
         billing billed withdrawal withdrawals deposit deposits",
    ),
    (
        Classes::SIGN_IN,
        "login logins log-in signin sign-in authenticate authenticates authentication authenticated password passwords",
    ),
    (
        Classes::UNDO,
        "rollback roll-back revert reverted reverts restore restored undo undone backout back-out fallback",
    ),
    (
        Classes::EXTERNAL,
        "third-party external upstream downstream provider providers gateway vendor vendors webhook webhooks",
    ),
    (
        Classes::FAILURE,
        "fail fails failed failure failures error errors exception exceptions timeout timeouts unavailable outage outages crash crashes \
         invalid rejected rejects reject unreachable offline down lost corrupt corrupted malformed denied refused retry retries \
         expired missing conflict abort aborted aborts degraded fallback",
    ),
    (
        Classes::ADVERB,
        "automatically manually always immediately only then also still already successfully explicitly silently independently \
         separately exactly",
    ),
    (
        Classes::ACRONYM,
        "ai api apis cli ui tui gpt loc fps ux gui url urls uri uris http https html css json jsonl xml yaml toml csv tsv sql pdf png jpg jpeg gif svg \
         ram cpu cpus gpu gpus ssd hdd os ios macos usb lan wan vpn dns tcp udp ip ipv4 ipv6 ssh ssl tls ftp sftp smtp imap rest \
         rpc grpc soap sdk ide ci cd qa pr prs prd prds mvp kpi kpis okr okrs sla slas slo slos sli roi faq id ids uuid uuids guid pk fk \
         crud orm mvc spa ssr cdn aws gcp vm vms iot llm llms nlp ml mcp jwt oauth oidc saml sso mfa 2fa otp totp aes rsa sha md5 hmac \
         xss csrf cors dos ddos pii gdpr hipaa pci soc iso ieee rfc w3c owasp nist ascii utf unicode eof eol io i/o tty stdin stdout \
         stderr env cwd pid ttl tti lru fifo lifo acid base utc gmt iso8601 am pm usd eur gbp us uk eu un usa ok na n/a faq tbd todo \
         fixme tba tbc readme changelog license wal wip nb ie eg etc vs aka asap asap diy fyi imo btw eta poc rfp rfi rfq sow srs brd frd nfr nfrs fr \
         frs us ac uc req hr it crm erp cms pos atm sms mms gps nfc rfid qr ocr bmp tiff mp3 mp4 wav zip tar gz dom ajax wcag aria mime \
         posix gnu mit bsd apache gpl lgpl npm pip cpan cran rpm deb apk exe dll so elf jvm jre jdk gc oom cpu ipc mutex fsm dag ast cfg ebnf bnf \
         must shall should may not required recommended optional when then and given if else or but all any none only no yes true false null \
         added removed modified renamed deprecated note warning important caution tip todo done pass fail passed failed warn error info debug trace \
         get post put patch delete head options select insert update from where join group order by limit",
    ),
    (
        Classes::ACRONYM,
        "db dbs p0 p1 p2 p3 p50 p90 p95 p99 mr crs tps rps qps mb kb gb tb ms hz khz mhz ghz lf crlf cr bom dry yagni kiss solid tdd bdd ddd e2e b2b b2c saas paas iaas",
    ),
];

/// Verbs of doing, with their irregular pasts; every form is derived.
pub(super) const VERBS: &[(Classes, &str)] = &[
    (
        Classes::NONE,
        "accept access add adjust advise alert allow analyze analyse append apply archive ask assign attach authenticate authorize \
         authorise avoid backup begin/began/begun build/built calculate call cancel capture change check choose/chose/chosen clear click \
         close collect combine commit compare complete compress compute configure confirm connect contain convert copy create decrypt define \
         deliver deploy derive describe detect determine disable disconnect display download drop/dropped edit email emit/emitted enable \
         encrypt end enforce ensure enter establish evaluate execute exit expire export expose extract fail fetch fill filter find/found \
         finish format forward generate get/got/gotten grant handle hash hide/hid/hidden hold/held identify ignore import include increase \
         indicate inform initialize initialise insert install integrate invalidate invoke issue keep/kept list load lock log/logged \
         maintain make/made manage map/mapped mark measure merge migrate monitor move notify obtain offer omit/omitted open operate output override/overrode/overridden \
         parse pass pause perform permit/permitted persist plan/planned poll populate preserve print process produce prompt protect provide \
         publish purge push query queue raise read receive recognize recognise record redirect reduce refresh refuse register reject release remain \
         remember remove rename render replace reply report request require resend/resent reset resolve respond restart restore restrict \
         resume retain retrieve retry return review revoke rotate route run/ran save scan/scanned schedule search select send/sent serve set \
         share show/showed/shown shut sign skip/skipped sort start stop/stopped store stream submit/submitted subscribe supply support suspend \
         switch sync synchronize synchronise take/took/taken terminate throttle track transfer/transferred transform transmit/transmitted \
         trigger truncate unlock update upload use validate verify view wait warn write/wrote/written",
    ),
    (
        Classes::PREVENT,
        "prevent reject deny refuse forbid/forbade/forbidden prohibit block disallow disable exclude",
    ),
    (
        Classes::REMOVE,
        "delete remove erase purge drop/dropped destroy wipe overwrite/overwrote/overwritten truncate discard",
    ),
];

/// Phrases by class, separated by commas. The class belongs to the whole phrase.
pub(super) const PHRASES: &[(Classes, &str)] = &[
    (
        Classes::SPEED,
        "in near real time, near real time, in real time, real time, on time, at regular intervals, from time to time, at times, \
         on a regular basis, on a periodic basis, within seconds, within minutes, at an early stage",
    ),
    (
        Classes::BOUNDLESS,
        "as far as possible, as much as is practical, as appropriate, where appropriate, when appropriate, if appropriate, as applicable, where applicable, \
         when applicable, if applicable, as necessary, if necessary, when necessary, where necessary, as needed, if needed, when needed, where needed, \
         as required, if required, when required, where required, if possible, when possible, where possible, wherever possible, whenever possible, \
         where practical, if practical, where feasible, if feasible, to the extent possible, to the extent practical, best effort, best efforts, \
         at least partially, but not limited to, including but not limited to, to a large extent, to some extent, as desired, if desired, \
         at the discretion of, or equivalent, or similar, or the like, state of the art, user friendly, easy to use, easy to understand, \
         ease of use, look and feel, out of the box, where it makes sense, when it makes sense, if it makes sense",
    ),
    (
        Classes::OPEN_LIST,
        "and so on, and so forth, and more, and others, among others, and the like, and similar, or something similar, or others, and many more",
    ),
];
