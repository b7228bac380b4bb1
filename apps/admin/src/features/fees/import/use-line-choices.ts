import type { StatementImport } from '@institute/contract';
import { isBackdated, type LineState } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { useState } from 'react';
import { useMaySee } from '../../../api/rights.ts';
import { type Share, toParts } from '../parts-field.tsx';
import type { StatementPlan } from './use-imported-text.ts';

export type Line = StatementPlan['lines'][number] & { id: number };
export type LineChoices = ReturnType<typeof useLineChoices>;

export const mayAssign = (state: LineState): boolean =>
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
  /** True for a line that is stored with the others as it stands. */
  const isStored = ({ line, state, mayBeKnown }: Line) =>
    mayAssign(state) && !(mayBeKnown && !ticked.has(line));
  const today = toLocalDay(new Date());
  const stored = lines.filter(isStored);
  const waiting = stored.filter(({ day }) => !isOwner && day !== null && isBackdated(day, today)).length;
  return {
    lines,
    ticked,
    leftOut,
    isStored,
    tickLines,
    counts: {
      stored: stored.length - waiting,
      waiting,
      leftOut: leftOut.size,
      confirming: lines.filter(({ line, confirms }) => confirms !== null && !ticked.has(line)).length,
    },
    readShares: (line: number): Share[] => chosen.get(line) ?? [],
    /** Without its tick a line is the payment on record again, which has its people. */
    tickAnother: (line: number, isTicked: boolean) => {
      tickLines([line], isTicked);
      if (!isTicked) forgetShares(line);
    },
    toggleFee: (line: number) => {
      const others = [...leftOut].filter((one) => one !== line);
      setLeftOut(new Set(leftOut.has(line) ? others : [...others, line]));
      forgetShares(line);
      tickLines([line], false);
    },
    assign: ({ line, mayBeKnown }: Line, shares: Share[]) => {
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
): Line {
  const shown = { ...line, id: line.line };
  if (isLeftOut) return { ...shown, state: 'notMoney', message: 'Not a fee' };
  return shares ? { ...shown, state: 'matched', message: nameShares(shares, line.amount) } : shown;
}

/** "Ann Akello 20,000, Ben Okot 30,000" */
const nameShares = (shares: readonly Share[], amount: number | null): string =>
  toParts(shares, amount)
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
    return shares && amount !== null ? { line, parts: toParts(shares, amount) } : [];
  });
  return choices.length > 0 ? choices : undefined;
}
