import { zodResolver } from '@hookform/resolvers/zod';
import { type Post, postInput } from '@institute/contract';
import { postCategories } from '@institute/contract/constants';
import { capitalise } from '@institute/contract/rules';
import { ChoiceField, TextField } from '../../admin-ui/form/fields.tsx';
import { hasHour, hourMissing, PublishingFields } from '../../admin-ui/form/publishing.tsx';
import { PictureField } from '../../admin-ui/images/picture-field.tsx';
import type { FormKind } from '../../admin-ui/resource/content-resource.ts';
import { admin } from '../../api/admin.ts';
import { postWords } from './post-list.tsx';
import { RichTextField } from './rich-text-field.tsx';

const schema = postInput.refine(hasHour, hourMissing);
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

const categories = postCategories.map((value) => ({ value, label: capitalise(value) }));

export const postForm: FormKind<Post, Values, Input> = {
  words: postWords,
  api: admin.posts,
  drafts: admin.posts,
  resolver: zodResolver(schema),
  valuesOf: (post) => ({
    title: post?.title ?? '',
    category: post?.category ?? 'news',
    content: post?.content ?? '',
    imageUrl: post?.imageUrl ?? '',
    imageAlt: post?.imageAlt ?? '',
    videoUrl: post?.videoUrl ?? '',
    status: post?.status ?? 'published',
    publishAt: post?.publishAt ?? null,
  }),
  fields: (
    <>
      <TextField<Values> name="title" label="Title" required />
      <ChoiceField<Values> name="category" label="Category" choices={categories} />
      <RichTextField<Values> name="content" label="Content" required />
      <PictureField<Values> name="imageUrl" altName="imageAlt" />
      <TextField<Values>
        name="videoUrl"
        label="Video URL"
        hint="A link to a video, shown with the article"
        placeholder="https://youtu.be/…"
      />
      <PublishingFields />
    </>
  ),
};
