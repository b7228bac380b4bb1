import { campaignInput } from '@institute/contract';
import { newsletterLimits } from '@institute/contract/newsletter.constants';
import { Select } from '@institute/ui/select.tsx';
import { useFormContext } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { makeFieldComponents, putFieldsInOneColumn, requiredProps } from '../../content/content-fields.tsx';
import type { FormDeclaration } from '../../content/content-form.tsx';
import { ControlledField } from '../../forms/fields.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { type Campaign, campaignWords } from './campaign-list.tsx';

type CampaignValues = (typeof campaignInput)['_zod']['input'];
type CampaignInput = (typeof campaignInput)['_zod']['output'];

const campaignFieldLabels = {
  subject: 'Subject',
  postId: 'Article',
  body: 'Message',
};
const { text, longText } = makeFieldComponents<CampaignValues>(campaignFieldLabels);

function PostField() {
  const { getValues, setValue } = useFormContext<CampaignValues>();
  const { data: posts = [] } = admin.newsletter.campaigns.posts.useQuery();
  const readPostTitle = (id: number) => posts.find((post) => post.id === id)?.title;

  return (
    <ControlledField<CampaignValues, 'postId'>
      name="postId"
      label={campaignFieldLabels.postId}
      hint="Its title, first words, picture and link appear in the email."
    >
      {({ value, onChange, ref, onBlur }) => (
        <Select
          choices={posts.map(({ id, title, isPublished }) => [
            id,
            isPublished ? title : `${title} (not published)`,
          ])}
          ref={ref}
          onBlur={onBlur}
          value={value ?? ''}
          onChange={({ target }) => {
            const id = target.value ? Number(target.value) : null;
            onChange(id);
            const chosenPostTitle = id === null ? undefined : readPostTitle(id);
            if (!chosenPostTitle || getValues('subject')) return;
            setValue('subject', chosenPostTitle.slice(0, newsletterLimits.subject), { shouldDirty: true });
          }}
        >
          <option value="">No article</option>
          {value && !readPostTitle(value) && <option value={value}>The chosen article</option>}
        </Select>
      )}
    </ControlledField>
  );
}

export const campaignForm: FormDeclaration<Campaign, CampaignValues, CampaignInput> = {
  words: campaignWords,
  api: admin.newsletter.campaigns,
  labels: campaignFieldLabels,
  ...makeFormDefinition(campaignInput, () => ({ postId: null })),
  fields: putFieldsInOneColumn(
    text('subject', requiredProps),
    <PostField />,
    longText('body', {
      hint: 'Stands before the article, or alone. An empty line begins a new paragraph.',
      rows: 10,
    }),
  ),
};
