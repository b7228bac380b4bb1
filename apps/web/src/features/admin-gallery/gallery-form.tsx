import { zodResolver } from '@hookform/resolvers/zod';
import { type GalleryInput, type GalleryItem, galleryCreate } from '@institute/contract';
import { galleryCategories, galleryTypes } from '@institute/contract/constants';
import { capitalise, kampalaDay } from '@institute/contract/rules';
import { admin } from '../../api/admin.ts';
import type { FormKind } from '../admin-content/content-resource.ts';
import { ChoiceField, TabsField, TextField } from '../admin-content/fields.tsx';
import { galleryWords } from './gallery-list.tsx';
import { MediaFields } from './media-fields.tsx';

export type GalleryValues = (typeof galleryCreate)['_zod']['input'];

const choicesOf = (words: readonly string[]) => words.map((value) => ({ value, label: capitalise(value) }));

export const galleryForm: FormKind<GalleryItem, GalleryValues, GalleryInput> = {
  words: galleryWords,
  api: admin.gallery,
  resolver: zodResolver(galleryCreate),
  valuesOf: (item) => ({
    type: item?.type ?? 'image',
    title: item?.title ?? '',
    category: item?.category ?? 'events',
    date: item?.date ?? kampalaDay(new Date()),
    imageUrl: item?.imageUrl ?? '',
    imageAlt: item?.imageAlt ?? '',
    videoUrl: item?.videoUrl ?? '',
  }),
  fields: (
    <TabsField<GalleryValues> name="type" label="Type" choices={choicesOf(galleryTypes)}>
      <TextField<GalleryValues> name="title" label="Title" required />
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceField<GalleryValues> name="category" label="Category" choices={choicesOf(galleryCategories)} />
        <TextField<GalleryValues> name="date" label="Date" type="date" required />
      </div>
      <MediaFields />
    </TabsField>
  ),
};
