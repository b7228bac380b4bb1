import { Skeletons } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { admin } from '../../api/admin.ts';
import { loadOnceOptions } from '../../api/load-options.ts';
import { SectionForm } from '../../features/site/section-form.tsx';
import { SectionNav } from '../../features/site/section-menu.tsx';
import { findSection, type SiteSection } from '../../features/site/sections.ts';
import { textParameter } from '../../lists/address.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledPage } from '../../ui/titled-section.tsx';

export const Route = createFileRoute('/admin/site')({
  validateSearch: z.object({ section: textParameter }),
  head: () => ({ meta: [{ title: 'Site – Admin' }] }),
  component: SitePage,
});

function SitePage() {
  const chosenSection = findSection(Route.useSearch().section);
  return (
    <TitledPage title="Site">
      <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionNav chosen={chosenSection} />
        <LoadedSection key={chosenSection.id} section={chosenSection} />
      </div>
    </TitledPage>
  );
}

function LoadedSection({ section }: { section: SiteSection }) {
  const siteSettingsQuery = admin.site.get.useQuery(undefined, loadOnceOptions);
  return (
    <Loading query={siteSettingsQuery} failed="The settings could not be loaded" skeleton={skeleton}>
      {(site) => <SectionForm section={section} site={site} />}
    </Loading>
  );
}

const skeleton = <Skeletons className="flex max-w-3xl flex-col gap-5" heights={Array(5).fill('h-20')} />;
