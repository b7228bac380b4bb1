/** What a program asks of an applicant after the registration: papers to show, and questions. */
export const askKinds = ['document', 'text', 'choice', 'number', 'day', 'yesno'] as const;
export type AskKind = (typeof askKinds)[number];

/** When the answer is needed. */
export const askTimes = ['acceptance', 'start', 'ifAny'] as const;
export type AskTime = (typeof askTimes)[number];

export const askKindNames: Record<AskKind, string> = {
  document: 'Document',
  text: 'Text',
  choice: 'Choice',
  number: 'Number',
  day: 'Date',
  yesno: 'Yes or no',
};

export const askTimeNames: Record<AskTime, string> = {
  acceptance: 'before acceptance',
  start: 'before the start',
  ifAny: 'if you have it',
};

export const askLimits = { count: 15, id: 40, label: 120, help: 300, options: 12, option: 80 } as const;

/** `ask` is the id of an earlier choice or question of yes and no, `is` one of its answers. */
export interface AskCondition {
  ask: string;
  is: string;
}

export interface Ask {
  /** Stays when the ask is changed or moved. Answers name it. */
  id: string;
  kind: AskKind;
  label: string;
  help: string | null;
  /** Of a choice; empty for the other kinds. */
  options: string[];
  needed: AskTime;
  onlyIf: AskCondition | null;
  /** Answers are sealed like health answers. */
  isPrivate: boolean;
}

/** What can be answered. Empty for other kinds. */
export const listAskOptions = ({ kind, options }: Pick<Ask, 'kind' | 'options'>): readonly string[] =>
  kind === 'yesno' ? ['Yes', 'No'] : kind === 'choice' ? options : [];

/** Answers that a condition can name. It would tell what a private one says. */
export const listConditionAnswers = (ask: Pick<Ask, 'kind' | 'options' | 'isPrivate'>): readonly string[] =>
  ask.isPrivate ? [] : listAskOptions(ask);

/** False for what somebody gives only if there is something to give. */
export const isAskNeeded = ({ needed }: Pick<Ask, 'needed'>): boolean => needed !== 'ifAny';

type CheckedAsk = Pick<Ask, 'id' | 'kind' | 'options' | 'onlyIf' | 'isPrivate'>;

/** Faults between the fields of a list of asks, with their paths within it. */
export function listAskFaults(asks: readonly CheckedAsk[]): { path: (string | number)[]; message: string }[] {
  const earlierAsks = new Map<string, CheckedAsk>();
  return asks.flatMap((ask, at) => {
    const { id, kind, options, onlyIf } = ask;
    const faults = [];
    const isChoiceAsk = kind === 'choice';
    if (isChoiceAsk && new Set(options).size < Math.max(2, options.length))
      faults.push({ path: [at, 'options'], message: 'A choice has at least two options, each once' });
    if (!isChoiceAsk && options.length > 0)
      faults.push({ path: [at, 'options'], message: 'Only a choice has options' });
    const conditionAsk = onlyIf && earlierAsks.get(onlyIf.ask);
    if (onlyIf && !(conditionAsk && listConditionAnswers(conditionAsk).includes(onlyIf.is))) {
      const conditionMessage =
        'Choose an answer of an earlier choice, or of an earlier question of yes and no';
      faults.push({ path: [at, 'onlyIf'], message: conditionMessage });
    }
    if (id && !earlierAsks.has(id)) earlierAsks.set(id, ask);
    return faults;
  });
}

/** "only if Nationality is Ugandan". Empty without a condition. */
export function formatCondition(asks: readonly Ask[], { onlyIf }: Pick<Ask, 'onlyIf'>): string {
  const asked = onlyIf && asks.find(({ id }) => id === onlyIf.ask);
  return asked ? `only if “${asked.label}” is ${onlyIf.is}` : '';
}

/** "S4 certificate (Document, before acceptance, only if “Level” is S4)". */
export function formatAsk(ask: Ask, asks: readonly Ask[]): string {
  const { kind, needed, isPrivate } = ask;
  const askFacts = [
    askKindNames[kind],
    askTimeNames[needed],
    formatCondition(asks, ask),
    isPrivate && 'private',
  ];
  return `${ask.label} (${askFacts.filter(Boolean).join(', ')})`;
}
