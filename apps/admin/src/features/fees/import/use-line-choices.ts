import type { StatementImport } from '@institute/contract';
import { isBackdated, type LineState } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { useState } from 'react';
import { useMaySee } from '../../../api/rights.ts';
import { type Share, toPaymentParts } from '../parts-field.tsx';
import type { StatementPlan } from './use-imported-text.ts';

export type StatementLine = StatementPlan['lines'][number] & { id: number };
export type LineChoices = ReturnType<typeof useLineChoices>;

export const mayAssignLine = (state: LineState): boolean =>
  state === 'matched' || state === 'likely' || state === 'unmatched';

/** What the office decides about the lines of a statement before they are stored. */
export function useLineChoices(plan: StatementPlan) {
  const isOwner = useMaySee()('owner');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<number, Share[]>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());

  const tickLines = (changed: readonly number[], isTicked: boolean) =>
    setTicked(new Set([...ticked].filter((line) => !changed.includes(line)).concat(isTicked ? changed : [])));
  const forgetShares = (line: number) => setChosen(new Map([...chosen].filter(([one]) => one !== line)));
  const lines = plan.lines
    .map((line) => decideLine(line, chosen.get(line.line), leftOut.has(line.line)))
    .sort((one, other) => Number(other.state === 'differs') - Number(one.state === 'differs'));
  /** True for a line that will be stored without a further decision. */
  const willBeStored = ({ line, state, mayBeKnown }: StatementLine) =>
    mayAssignLine(state) && !(mayBeKnown && !ticked.has(line));
  const today = toLocalDay(new Date());
  const linesToStore = lines.filter(willBeStored);
  const waitingCount = linesToStore.filter(
    ({ day }) => !isOwner && day !== null && isBackdated(day, today),
  ).length;
  return {
    lines,
    ticked,
    leftOut,
    isStored: willBeStored,
    tickLines,
    counts: {
      stored: linesToStore.length - waitingCount,
      waiting: waitingCount,
      leftOut: leftOut.size,
      confirming: lines.filter(({ line, confirms }) => confirms !== null && !ticked.has(line)).length,
    },
    readShares: (line: number): Share[] => chosen.get(line) ?? [],
    /** Without this tick, the line counts as the payment that is already on record, which has its people. */
    tickAnother: (line: number, isTicked: boolean) => {
      tickLines([line], isTicked);
      if (!isTicked) forgetShares(line);
    },
    toggleFee: (line: number) => {
      const otherLeftOut = [...leftOut].filter((one) => one !== line);
      setLeftOut(new Set(leftOut.has(line) ? otherLeftOut : [...otherLeftOut, line]));
      forgetShares(line);
      tickLines([line], false);
    },
    assign: ({ line, mayBeKnown }: StatementLine, shares: Share[]) => {
      setChosen(new Map(chosen).set(line, shares));
      if (!mayBeKnown) tickLines([line], false);
    },
    choices: toChoices(plan, chosen, leftOut),
  };
}

function decideLine(
  line: StatementPlan['lines'][number],
  shares: Share[] | undefined,
  isLeftOut: boolean,
): StatementLine {
  const decidedLine = { ...line, id: line.line };
  if (isLeftOut) return { ...decidedLine, state: 'notMoney', message: 'Not a fee' };
  return shares
    ? { ...decidedLine, state: 'matched', message: describeShares(shares, line.amount) }
    : decidedLine;
}

/** "Ann Akello 20,000, Ben Okot 30,000" */
const describeShares = (shares: readonly Share[], amount: number | null): string =>
  toPaymentParts(shares, amount)
    .map((part, at) => `${shares[at]?.person.name} ${formatNumber(part.amount ?? 0)}`)
    .join(', ');

/** Leaves out lines without a choice. */
function toChoices(
  { lines }: StatementPlan,
  chosen: ReadonlyMap<number, Share[]>,
  leftOut: ReadonlySet<number>,
): StatementImport['choices'] {
  const choices = lines.flatMap(({ line, amount }) => {
    if (leftOut.has(line)) return { line, notFee: true as const };
    const shares = chosen.get(line);
    return shares && amount !== null ? { line, parts: toPaymentParts(shares, amount) } : [];
  });
  return choices.length > 0 ? choices : undefined;
}
