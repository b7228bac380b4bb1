import { Input } from '@institute/ui/field.tsx';
import { useState } from 'react';

/** Without a maximum, the browser accepts years of six digits. */
const MAX_DAY = '9999-12-31';

/** False while a year is being typed, which goes through 0002, 0020 and 0202. */
const isYearTyped = (day: string) => /^[1-9]/.test(day);

type DayInputProps = {
  /** `yyyy-mm-dd`, or empty. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** Follows the address, except while the user types: a restored value makes Chromium empty the typed parts. */
export function DayInput({ value, onChange, min, max = MAX_DAY }: DayInputProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  /** Typed days that the address does not have yet, the oldest first. The address may skip some of them. */
  const [coming, setComing] = useState<string[]>([]);
  if (value !== shown) {
    const valuePosition = coming.indexOf(value);
    setShown(value);
    setComing(valuePosition < 0 ? [] : coming.slice(valuePosition + 1));
    if (valuePosition < 0) setTyped(value);
  }

  const applyTypedDay = (day: string) => {
    if (day === (coming.at(-1) ?? value)) return;
    setComing([...coming, day]);
    onChange(day);
  };
  return (
    <Input
      type="date"
      value={typed}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.value);
        // A partly filled field has no value, but it is not empty.
        if (target.value ? isYearTyped(target.value) : !target.validity.badInput) applyTypedDay(target.value);
      }}
      // A half-typed day shows a fault at the field, and the list does not change
      onBlur={({ target }) => target.validity.badInput || applyTypedDay(typed)}
    />
  );
}
