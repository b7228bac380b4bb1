import type { GalleryInput, GalleryItem } from '@institute/contract';
import {
  type GalleryCategory,
  galleryCategories,
  galleryFilters,
  galleryTypes,
} from '@institute/contract/gallery.constants';
import { capitalise } from '@institute/contract/text';
import { ChoiceField, TabsField, TextField } from '../../admin-ui/form/fields.tsx';
import { formResolver } from '../../admin-ui/form/form-resolver.ts';
import type { ListFilter } from '../../admin-ui/list/list-query.ts';
import { contentScreen } from '../../admin-ui/resource/content-screen.tsx';
import { admin } from '../../api/admin.ts';
import { GalleryItemCard } from './gallery-item-card.tsx';
import { type GalleryValues, gallerySchema, galleryValues } from './gallery-values.ts';
import { MediaFields } from './media-fields.tsx';

const choicesOf = (words: readonly string[]) => words.map((value) => ({ value, label: capitalise(value) }));

const others = galleryFilters.filter((category) => category !== 'events');

/** In the address, "events" means all categories; "events-only" means the category of events. */
const galleryFilter: ListFilter<GalleryCategory> = {
  label: 'Category',
  choices: [
    { label: 'All (events)', value: 'events' },
    ...others.map((category) => ({ label: capitalise(category), value: category, category })),
    { label: 'Events only', value: 'events-only', category: 'events' },
  ],
};

export default contentScreen<GalleryItem, GalleryValues, GalleryInput, GalleryCategory>({
  list: {
    api: admin.gallery,
    nameOf: ({ title }) => title,
    filter: galleryFilter,
    card: (item) => <GalleryItemCard item={item} />,
  },
  form: {
    api: admin.gallery,
    resolver: formResolver(gallerySchema),
    valuesOf: galleryValues,
    fields: (
      <TabsField<GalleryValues> name="type" label="Type" choices={choicesOf(galleryTypes)}>
        <TextField<GalleryValues> name="title" label="Title" required />
        <div className="grid gap-4 md:grid-cols-2">
          <ChoiceField<GalleryValues>
            name="category"
            label="Category"
            choices={choicesOf(galleryCategories)}
          />
          <TextField<GalleryValues> name="date" label="Date" type="date" required />
        </div>
        <MediaFields />
      </TabsField>
    ),
  },
});
