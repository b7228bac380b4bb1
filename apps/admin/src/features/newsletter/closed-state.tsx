import { Alert } from '@institute/ui/alert.tsx';
import { Link } from '@tanstack/react-router';
import { useSite } from '../../api/site.ts';

/** Shown while the newsletter is closed to visitors. */
export function NewsletterClosedState() {
  if (useSite().newsletter.isOpen) return null;
  return (
    <Alert title="Visitors cannot subscribe now" className="mb-6">
      You can still write to those who have subscribed.{' '}
      <Link
        to="/admin/site"
        search={{ section: 'newsletter' }}
        className="inline-flex min-h-11 items-center underline"
      >
        Open it under Site › Newsletter
      </Link>
    </Alert>
  );
}
