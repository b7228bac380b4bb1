import { chipClass } from '@institute/ui/badge.tsx';
import { Link } from '@tanstack/react-router';

const screens = [
  { to: '/admin/newsletter', label: 'Subscribers' },
  { to: '/admin/newsletter/campaigns', label: 'Newsletters' },
] as const;

export function NewsletterNav() {
  return (
    <nav aria-label="Newsletter" className="mb-4 flex flex-wrap gap-2">
      {screens.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: chipClass(true) }}
          inactiveProps={{ className: chipClass(false) }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
