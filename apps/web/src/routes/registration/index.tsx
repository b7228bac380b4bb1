import { createFileRoute } from '@tanstack/react-router';
import { start } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { RegistrationPage } from '../../features/registration/registration-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/registration/')({
  staticData: { site: ['pages.registration', 'openingHours'] },
  validateSearch: reads<'program'>('program'),
  loader: ({ context: { queryClient, queries } }) =>
    start(queryClient, queries.registration.programs(), queries.registration.intakes()),
  head: ({ match: { context } }) => pageHead(context, pageWords(context, 'registration')),
  component: Registration,
});

function Registration() {
  const { program = '' } = Route.useSearch();
  return <RegistrationPage program={program} />;
}
