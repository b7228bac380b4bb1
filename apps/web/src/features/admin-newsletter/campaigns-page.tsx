import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ContentForm } from '../../admin-ui/form/content-form.tsx';
import { DeviceFormOffers } from '../../admin-ui/form/device-form-offer.tsx';
import { takeKeptForm } from '../../admin-ui/form/kept-form.ts';
import type { FormTarget } from '../../admin-ui/form/use-content-form.ts';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { useOpened } from '../../admin-ui/list/use-opened.ts';
import { DeletableList } from '../../admin-ui/resource/deletable-list.tsx';
import { useUser } from '../../api/admin-user.ts';
import { CampaignDialog } from './campaign-dialog.tsx';
import { campaignForm } from './campaign-form.tsx';
import { campaignList, campaignWords } from './campaign-list.tsx';
import { NewsletterNav } from './newsletter-nav.tsx';

/** The campaigns, to write, preview and send. */
export function CampaignsPage() {
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
