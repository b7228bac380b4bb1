import { cx } from './cx.ts';

type ProgressProps = {
  value: number;
  max: number;
  label: string;
  text?: string;
  className?: string;
};

export function Progress({ value, max, label, text, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={cx('h-2.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="h-full rounded-full bg-green transition-transform duration-250"
        style={{ transform: `translateX(${max > 0 ? (value / max - 1) * 100 : -100}%)` }}
      />
    </div>
  );
}
