import type { StatementImport } from '@institute/contract';
import { isBackdated, type StatementLineState } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { useState } from 'react';
import { useMaySee } from '../../../api/rights.ts';
import { type Share, toPaymentParts } from '../parts-field.tsx';
import type { StatementPlan } from './use-imported-text.ts';

export type StatementLine = StatementPlan['lines'][number] & { id: number };
export type LineChoices = ReturnType<typeof useLineChoices>;

export const mayAssignLine = (state: StatementLineState): boolean =>
  state === 'matched' || state === 'likely' || state === 'unmatched';

/** What the office decides about the lines of a statement before they are stored. */
export function useLineChoices(plan: StatementPlan) {
  const isOwner = useMaySee()('owner');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<number, Share[]>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());

  const setLinesTicked = (changed: readonly number[], isTicked: boolean) =>
    setTicked(new Set([...ticked].filter((line) => !changed.includes(line)).concat(isTicked ? changed : [])));
  const forgetShares = (line: number) => setChosen(new Map([...chosen].filter(([one]) => one !== line)));
  const decidedLines = plan.lines
    .map((line) => applyChoiceToLine(line, chosen.get(line.line), leftOut.has(line.line)))
    .sort((one, other) => Number(other.state === 'differs') - Number(one.state === 'differs'));
  /** True for a line that will be stored without a further decision. */
  const willBeStored = ({ line, state, mayBeKnown }: StatementLine) =>
    mayAssignLine(state) && !(mayBeKnown && !ticked.has(line));
  const today = toLocalDay(new Date());
  const linesToStore = decidedLines.filter(willBeStored);
  const ownerWaitingCount = linesToStore.filter(
    ({ day }) => !isOwner && day !== null && isBackdated(day, today),
  ).length;
  return {
    lines: decidedLines,
    ticked,
    leftOut,
    isStored: willBeStored,
    tickLines: setLinesTicked,
    counts: {
      stored: linesToStore.length - ownerWaitingCount,
      waiting: ownerWaitingCount,
      leftOut: leftOut.size,
      confirming: decidedLines.filter(({ line, confirms }) => confirms !== null && !ticked.has(line)).length,
    },
    readShares: (line: number): Share[] => chosen.get(line) ?? [],
    /** Without this tick, the line counts as the payment that is already on record, which has its people. */
    tickAnother: (line: number, isTicked: boolean) => {
      setLinesTicked([line], isTicked);
      if (!isTicked) forgetShares(line);
    },
    toggleFee: (line: number) => {
      const otherLinesLeftOut = [...leftOut].filter((one) => one !== line);
      setLeftOut(new Set(leftOut.has(line) ? otherLinesLeftOut : [...otherLinesLeftOut, line]));
      forgetShares(line);
      setLinesTicked([line], false);
    },
    assign: ({ line, mayBeKnown }: StatementLine, shares: Share[]) => {
      setChosen(new Map(chosen).set(line, shares));
      if (!mayBeKnown) setLinesTicked([line], false);
    },
    choices: toStatementChoices(plan, chosen, leftOut),
  };
}

function applyChoiceToLine(
  line: StatementPlan['lines'][number],
  shares: Share[] | undefined,
  isLeftOut: boolean,
): StatementLine {
  const lineWithId = { ...line, id: line.line };
  if (isLeftOut) return { ...lineWithId, state: 'notMoney', message: 'Not a fee' };
  return shares
    ? { ...lineWithId, state: 'matched', message: describeShares(shares, line.amount) }
    : lineWithId;
}

/** "Ann Akello 20,000, Ben Okot 30,000" */
const describeShares = (shares: readonly Share[], amount: number | null): string =>
  toPaymentParts(shares, amount)
    .map((part, at) => `${shares[at]?.person.name} ${formatNumber(part.amount ?? 0)}`)
    .join(', ');

/** Leaves out lines without a choice. */
function toStatementChoices(
  { lines }: StatementPlan,
  chosen: ReadonlyMap<number, Share[]>,
  leftOut: ReadonlySet<number>,
): StatementImport['choices'] {
  const choicesOfLines = lines.flatMap(({ line, amount }) => {
    if (leftOut.has(line)) return { line, notFee: true as const };
    const chosenShares = chosen.get(line);
    return chosenShares && amount !== null ? { line, parts: toPaymentParts(chosenShares, amount) } : [];
  });
  return choicesOfLines.length > 0 ? choicesOfLines : undefined;
}
