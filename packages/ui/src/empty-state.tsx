import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: ReactNode;
  description?: ReactNode;
  icon: LucideIcon;
  action?: ReactNode;
};

export function EmptyState({ title, description, icon: Icon, action }: EmptyStateProps) {
  return (
    <div
      role="status"
      className="flex flex-col items-center gap-3 rounded-card border border-line border-dashed px-6 py-12 text-center"
    >
      <Icon className="size-9 text-muted" strokeWidth={1.75} aria-hidden />
      <p className="text-lg font-semibold text-balance">{title}</p>
      {description && <p className="max-w-text text-muted">{description}</p>}
      {action}
    </div>
  );
}
