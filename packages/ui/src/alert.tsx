import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const alertTones = {
  info: { Icon: Info, look: 'bg-sky-soft text-sky' },
  success: { Icon: CircleCheck, look: 'bg-success-soft text-success' },
  warning: { Icon: CircleAlert, look: 'bg-sun-soft text-sun-ink' },
  danger: { Icon: CircleAlert, look: 'bg-clay-soft text-clay-deep' },
};

type AlertProps = {
  tone?: keyof typeof alertTones;
  title?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** Screen readers announce an error at once. */
export function Alert({ tone = 'info', title, className, children }: AlertProps) {
  const { Icon, look } = alertTones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-control px-4 py-3 text-base', look, className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
