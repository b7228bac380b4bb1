import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type ErrorStateProps = {
  title?: ReactNode;
  description?: ReactNode;
  onRetry?: () => void;
  pending?: boolean;
  children?: ReactNode;
};

export function ErrorState({
  title = 'This could not be loaded',
  description = 'Check your connection and try again.',
  onRetry,
  pending,
  children,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      data-slot="error"
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-card px-6 py-12 text-center"
    >
      <CloudOff className="size-9 text-danger" strokeWidth={1.75} aria-hidden />
      <p className="text-lg font-semibold text-balance">{title}</p>
      {description && <p className="max-w-text text-muted">{description}</p>}
      {onRetry && (
        <Button variant="outline" onClick={onRetry} pending={pending}>
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}
