import { createFileRoute, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../../api/user.ts';
import { DeletableList } from '../../../content/deletable-list.tsx';
import { CampaignDialog } from '../../../features/newsletter/campaign-dialog.tsx';
import { campaignForm } from '../../../features/newsletter/campaign-form.tsx';
import { campaignList, campaignWords } from '../../../features/newsletter/campaign-list.tsx';
import { NewsletterNav } from '../../../features/newsletter/newsletter-nav.tsx';
import { ContentForm } from '../../../forms/content-form.tsx';
import { DeviceFormOffers } from '../../../forms/device-form-offer.tsx';
import { takeKeptForm } from '../../../forms/kept-form.ts';
import type { FormTarget } from '../../../forms/use-content-form.ts';
import { type ListSearch, listSearch } from '../../../lists/list-search.ts';
import { useOpened } from '../../../lists/use-opened.ts';

export const Route = createFileRoute('/admin/newsletter/campaigns')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Newsletters – Admin' }] }),
  component: CampaignsPage,
});

function CampaignsPage() {
  const search = listSearch(useSearch({ from: '/admin/newsletter/campaigns' }));
  const user = useUser();
  const [shown, setShown] = useState<number | null>(null);
  const [target, setTarget] = useState<FormTarget | null>(() => {
    const kept = takeKeptForm(campaignWords.one, user.email);
    return kept && { id: kept.id, kept };
  });
  useOpened(search.open, setShown);

  return (
    <>
      <NewsletterNav />
      {!target && (
        <DeviceFormOffers
          words={campaignWords}
          email={user.email}
          onRestore={(kept) => setTarget({ id: kept.id, kept })}
        />
      )}
      <DeletableList
        list={campaignList}
        search={search}
        onAdd={() => setTarget({ id: null })}
        open={{ does: 'View', row: ({ id }) => setShown(id) }}
      >
        {shown !== null && !target && (
          <CampaignDialog id={shown} onEdit={() => setTarget({ id: shown })} onClose={() => setShown(null)} />
        )}
        {target && (
          <ContentForm
            form={campaignForm}
            trash={campaignList.kind}
            target={target}
            onClose={() => setTarget(null)}
          />
        )}
      </DeletableList>
    </>
  );
}
