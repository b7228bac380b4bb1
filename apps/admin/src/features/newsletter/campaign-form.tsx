import { campaignInput } from '@institute/contract';
import { newsletterLimits } from '@institute/contract/newsletter.constants';
import { Select } from '@institute/ui/select.tsx';
import { useFormContext } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { makeFields, required, stackFields } from '../../content/content-fields.tsx';
import type { FormDeclaration } from '../../content/content-form.tsx';
import { ControlledField } from '../../forms/fields.tsx';
import { makeForm } from '../../forms/schema-form.ts';
import { type Campaign, campaignWords } from './campaign-list.tsx';

type Values = (typeof campaignInput)['_zod']['input'];
type Input = (typeof campaignInput)['_zod']['output'];

const labels = {
  subject: 'Subject',
  postId: 'Article',
  body: 'Message',
};
const { text, longText } = makeFields<Values>(labels);

function PostField() {
  const { getValues, setValue } = useFormContext<Values>();
  const { data: posts = [] } = admin.newsletter.campaigns.posts.useQuery();
  const readPostTitle = (id: number) => posts.find((post) => post.id === id)?.title;

  return (
    <ControlledField<Values, 'postId'>
      name="postId"
      label={labels.postId}
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
            const title = id === null ? undefined : readPostTitle(id);
            if (!title || getValues('subject')) return;
            setValue('subject', title.slice(0, newsletterLimits.subject), { shouldDirty: true });
          }}
        >
          <option value="">No article</option>
          {value && !readPostTitle(value) && <option value={value}>The chosen article</option>}
        </Select>
      )}
    </ControlledField>
  );
}

export const campaignForm: FormDeclaration<Campaign, Values, Input> = {
  words: campaignWords,
  api: admin.newsletter.campaigns,
  labels,
  ...makeForm(campaignInput, () => ({ postId: null })),
  fields: stackFields(
    text('subject', required),
    <PostField />,
    longText('body', {
      hint: 'Stands before the article, or alone. An empty line begins a new paragraph.',
      rows: 10,
    }),
  ),
};
