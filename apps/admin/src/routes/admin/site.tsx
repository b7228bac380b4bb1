import { chipClass } from '@institute/ui/badge.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { loadOnce } from '../../content/resource-api.ts';
import { SectionForm } from '../../features/site/section-form.tsx';
import { type SiteSection, sectionOf, sections } from '../../features/site/sections.ts';
import { Loading } from '../../parts/load-error.tsx';

export const Route = createFileRoute('/admin/site')({
  validateSearch: ({ section }: { section?: string }) => ({ section }),
  head: () => ({ meta: [{ title: 'Site – Admin' }] }),
  component: SitePage,
});

function SitePage() {
  const chosen = sectionOf(useSearch({ from: '/admin/site' }).section);
  return (
    <div className="flex flex-col gap-5">
      <Heading level={1} size="block">
        Site
      </Heading>
      <nav aria-label="Sections">
        <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0">
          {sections.map(({ id, label }) => (
            <li key={id} className="shrink-0">
              <Link
                to="/admin/site"
                search={{ section: id }}
                ref={id === chosen.id ? bringIntoView : undefined}
                aria-current={id === chosen.id ? 'page' : undefined}
                className={chipClass(id === chosen.id)}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LoadedSection key={chosen.id} section={chosen} />
    </div>
  );
}

/** On a phone the sections scroll sideways. */
const bringIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

function LoadedSection({ section }: { section: SiteSection }) {
  const query = admin.site.get.useQuery(undefined, loadOnce);
  return (
    <Loading query={query} failed="The settings could not be loaded" skeleton={skeleton}>
      {(site) => <SectionForm section={section} site={site} />}
    </Loading>
  );
}

const skeleton = (
  <SkeletonGroup className="flex max-w-3xl flex-col gap-5">
    {[1, 2, 3, 4, 5].map((place) => (
      <Skeleton key={place} className="h-20 w-full" />
    ))}
  </SkeletonGroup>
);
