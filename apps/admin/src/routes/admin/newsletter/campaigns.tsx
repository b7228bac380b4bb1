import { createFileRoute } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../../api/admin.ts';
import { useOpenedForm } from '../../../content/content-screen.tsx';
import { useDeletableRows } from '../../../content/deletable-list.tsx';
import { CampaignDialog } from '../../../features/newsletter/campaign-dialog.tsx';
import { campaignForm } from '../../../features/newsletter/campaign-form.tsx';
import {
  type Campaign,
  campaignColumns,
  campaignFilter,
  campaignWords,
} from '../../../features/newsletter/campaign-list.tsx';
import { NewsletterClosedState } from '../../../features/newsletter/closed-state.tsx';
import { declareSearchedList, makeListScreen } from '../../../lists/declared-list.tsx';
import { declareListRoute } from '../../../lists/list-route.ts';
import { keepPreviousRowsOption, useItemOpenedByAddress } from '../../../lists/list-search.ts';

const CampaignsPage = makeListScreen({
  words: campaignWords,
  icon: Megaphone,
  ...declareSearchedList({ columns: campaignColumns, filter: campaignFilter }),
  counted: admin.newsletter.campaigns,
  useRows: (query) => admin.newsletter.campaigns.list.useQuery(query, keepPreviousRowsOption),
  useParts: ({ search }) => {
    const [shown, setShown] = useState<number | null>(null);
    const { isOpen, edit, offers, dialog } = useOpenedForm(campaignForm, 'newsletter');
    useItemOpenedByAddress(search.open, setShown);
    const { question, ...rowParts } = useDeletableRows<Campaign>({
      kind: 'newsletter',
      words: campaignWords,
      api: admin.newsletter.campaigns,
      nameOf: ({ subject }) => subject,
      does: 'View',
      onOpen: ({ id }) => setShown(id),
    });
    return {
      ...rowParts,
      offers: (
        <>
          <NewsletterClosedState />
          {offers}
        </>
      ),
      onAdd: () => edit(null),
      dialogs: (
        <>
          {question}
          {shown !== null && !isOpen && (
            <CampaignDialog id={shown} onEdit={() => edit(shown)} onClose={() => setShown(null)} />
          )}
          {dialog}
        </>
      ),
    };
  },
});

export const Route = createFileRoute('/admin/newsletter/campaigns')({
  ...declareListRoute('Newsletters', ({ newsletter }) => newsletter.campaigns.list),
  component: CampaignsPage,
});
