import { formatDate } from '@institute/contract/time';
import type { ReactNode } from 'react';
import { ChoiceSelect, type ChoiceSelectProps } from './choice.tsx';
import { DayInput } from './day-input.tsx';

export type FilterControl = {
  label: string;
  /** The chosen value in words. Undefined while the filter shows everything. */
  chosen: string | undefined;
  clear: () => void;
  error?: ReactNode;
  /** Renders the control. `name` is the accessible name of a control without a label. */
  renderControl: (name?: string) => ReactNode;
};

type ChoiceFilterProps<Value extends string | number> = ChoiceSelectProps<Value> & { label: string };

export const makeChoiceFilter = <Value extends string | number>({
  label,
  ...choice
}: ChoiceFilterProps<Value>): FilterControl => ({
  label,
  // The choices may still be on their way
  chosen:
    choice.value === undefined
      ? undefined
      : (choice.choices.find(([one]) => one === choice.value)?.[1] ?? '…'),
  clear: () => choice.onChange(undefined),
  renderControl: (name) => <ChoiceSelect aria-label={name} {...choice} />,
});

type DayFilterProps = {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: ReactNode;
};

export const makeDayFilter = ({ label, value, error, ...days }: DayFilterProps): FilterControl => ({
  label,
  chosen: value && formatDate(value),
  clear: () => days.onChange(undefined),
  error,
  renderControl: () => <DayInput value={value ?? ''} {...days} />,
});
