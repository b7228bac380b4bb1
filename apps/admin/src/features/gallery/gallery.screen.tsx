import type { GalleryInput, GalleryItem } from '@institute/contract';
import {
  type GalleryCategory,
  galleryCategories,
  galleryFilters,
  galleryTypes,
} from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import { ChoiceField, TabsField, TextField } from '../../forms/fields.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import type { ListFilter } from '../../lists/list-query.ts';
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

export const GalleryScreen = contentScreen<GalleryItem, GalleryValues, GalleryInput, GalleryCategory>(
  'gallery',
  {
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
  },
);
