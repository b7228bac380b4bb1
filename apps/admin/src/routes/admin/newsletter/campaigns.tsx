import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useEditing } from '../../../content/content-screen.tsx';
import { DeletableList } from '../../../content/deletable-list.tsx';
import { CampaignDialog } from '../../../features/newsletter/campaign-dialog.tsx';
import { campaignForm } from '../../../features/newsletter/campaign-form.tsx';
import { campaignList } from '../../../features/newsletter/campaign-list.tsx';
import { ClosedState } from '../../../features/newsletter/closed-state.tsx';
import { listRoute } from '../../../lists/list-route.ts';
import { useOpened } from '../../../lists/list-search.ts';

export const Route = createFileRoute('/admin/newsletter/campaigns')({
  ...listRoute('Newsletters', ({ newsletter }) => newsletter.campaigns.list),
  component: CampaignsPage,
});

function CampaignsPage() {
  const search = Route.useSearch();
  const [shown, setShown] = useState<number | null>(null);
  const { isOpen, edit, offers, dialog } = useEditing(campaignForm, campaignList.kind);
  useOpened(search.open, setShown);

  return (
    <>
      <ClosedState />
      {offers}
      <DeletableList
        list={campaignList}
        search={search}
        onAdd={() => edit(null)}
        open={{ does: 'View', row: ({ id }) => setShown(id) }}
      >
        {shown !== null && !isOpen && (
          <CampaignDialog id={shown} onEdit={() => edit(shown)} onClose={() => setShown(null)} />
        )}
        {dialog}
      </DeletableList>
    </>
  );
}
