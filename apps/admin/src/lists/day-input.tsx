import { Input } from '@institute/ui/field.tsx';
import { useState } from 'react';

/** Without a maximum, the browser accepts years of six digits. */
const LAST_DAY = '9999-12-31';

/** A year that is being typed goes through 0002, 0020 and 0202. */
const isTyped = (day: string) => /^[1-9]/.test(day);

type DayInputProps = {
  /** `yyyy-mm-dd`, or empty. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** Follows the address, except while the user types: a restored value makes Chromium empty the typed parts. */
export function DayInput({ value, onChange, min, max = LAST_DAY }: DayInputProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  /** Days that the address has not reached yet, oldest first. It may skip some. */
  const [coming, setComing] = useState<string[]>([]);
  if (value !== shown) {
    const place = coming.indexOf(value);
    setShown(value);
    setComing(place < 0 ? [] : coming.slice(place + 1));
    if (place < 0) setTyped(value);
  }

  const applyDay = (day: string) => {
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
        if (target.value ? isTyped(target.value) : !target.validity.badInput) applyDay(target.value);
      }}
      // Half a day is refused at the field, and the list stays as it is
      onBlur={({ target }) => target.validity.badInput || applyDay(typed)}
    />
  );
}
