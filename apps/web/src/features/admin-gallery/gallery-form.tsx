import { zodResolver } from '@hookform/resolvers/zod';
import type { GalleryInput, GalleryItem } from '@institute/contract';
import { galleryCategories, galleryTypes } from '@institute/contract/constants';
import { capitalise } from '@institute/contract/rules';
import { ChoiceField, TabsField, TextField } from '../../admin-ui/form/fields.tsx';
import type { FormKind } from '../../admin-ui/resource/content-resource.ts';
import { admin } from '../../api/admin.ts';
import { galleryWords } from './gallery-list.tsx';
import { type GalleryValues, gallerySchema, galleryValues } from './gallery-values.ts';
import { MediaFields } from './media-fields.tsx';

const choicesOf = (words: readonly string[]) => words.map((value) => ({ value, label: capitalise(value) }));

export const galleryForm: FormKind<GalleryItem, GalleryValues, GalleryInput> = {
  words: galleryWords,
  api: admin.gallery,
  resolver: zodResolver(gallerySchema),
  valuesOf: galleryValues,
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
