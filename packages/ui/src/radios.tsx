import { useId } from 'react';

type RadiosProps<Value extends string> = {
  legend: string;
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
  className?: string;
};

export function Radios<Value extends string>({
  legend,
  name,
  choices,
  value,
  onChoose,
  className,
}: RadiosProps<Value>) {
  const id = useId();
  return (
    <fieldset className={className}>
      <legend className="mb-1 text-base font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-8">
        {choices.map((choice) => (
          <label
            key={choice.value}
            htmlFor={`${id}-${choice.value}`}
            className="flex min-h-11 items-center gap-3 py-2 text-base"
          >
            <input
              id={`${id}-${choice.value}`}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              className="size-6 shrink-0 accent-green"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
