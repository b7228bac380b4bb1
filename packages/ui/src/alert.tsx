import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  info: 'bg-sky-soft text-sky',
  success: 'bg-success-soft text-success',
  warning: 'bg-sun-soft text-sun-ink',
  danger: 'bg-clay-soft text-clay-deep',
};

const icons: Record<keyof typeof tones, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: CircleAlert,
  danger: CircleAlert,
};

type AlertProps = { tone?: keyof typeof tones; title?: ReactNode; className?: string; children?: ReactNode };

/** Screen readers announce an error at once. */
export function Alert({ tone = 'info', title, className, children }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-control px-4 py-3 text-base', tones[tone], className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
