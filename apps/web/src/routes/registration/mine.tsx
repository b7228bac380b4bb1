import { Container } from '@institute/ui/container.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/registration.svg';
import { createFileRoute } from '@tanstack/react-router';
import { SavedList } from '../../features/registration/waiting/saved-list.tsx';
import { makePageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/registration/mine')({
  head: ({ match: { context } }) =>
    makePageHead(context, {
      title: 'My applications on this phone',
      description:
        import.meta.env.SSR && 'The applications of this phone: those that wait, and those that were sent.',
      path: '/registration/mine',
      noindex: true,
    }),
  component: OwnApplicationsPage,
});

function OwnApplicationsPage() {
  return (
    <>
      <PageHero
        title="My applications on this phone"
        intro="Only this phone knows this list. Of what was sent it holds the reference, the program and the date, and nothing about you."
        pattern={pattern}
        isShort
      />
      {/* As high as the screen, so that the footer does not move when the list arrives */}
      <Container className="flex min-h-svh flex-col gap-6 py-6 md:py-section">
        <p className="without-script font-semibold">This list needs scripts, and this browser runs none.</p>
        <SavedList />
      </Container>
    </>
  );
}
