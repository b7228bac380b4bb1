import { Alert } from '@institute/ui/alert.tsx';
import { Link } from '@tanstack/react-router';
import { admin } from '../api/admin.ts';

const missingChoiceTexts = {
  programs: { title: 'There is no program yet.', to: '/admin/programs', label: 'Add a program first' },
  intakes: { title: 'There is no intake yet.', to: '/admin/intakes', label: 'Add an intake first' },
} as const;

/** At the beginning of a form that nobody could save, because a required choice has nothing to choose. */
export function MissingChoice({ of }: { of: keyof typeof missingChoiceTexts }) {
  const { data } = admin.registrations.choices.useQuery();
  if (data?.[of].length !== 0) return null;
  const { title, to, label } = missingChoiceTexts[of];
  return (
    <Alert tone="warning" title={title}>
      <Link to={to} className="inline-flex min-h-touch items-center underline underline-offset-4">
        {label}
      </Link>
    </Alert>
  );
}
