import { type GalleryInput, type GalleryItem, galleryCreateInput } from '@institute/contract';
import {
  type GalleryCategory,
  galleryCategories,
  galleryFilters,
  galleryTypes,
} from '@institute/contract/gallery.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { readVideoId } from '@institute/contract/video';
import { Badge } from '@institute/ui/badge.tsx';
import { CardBody } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { PlayMark } from '@institute/ui/video-player.tsx';
import { VideoThumbnail } from '@institute/ui/video-thumbnail.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { admin } from '../../api/admin.ts';
import { makeFieldComponents, putFieldsInTwoColumns, requiredProps } from '../../content/content-fields.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import { TabsField } from '../../forms/fields.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { keepPreviousRowsOption, type ListFilter } from '../../lists/list-search.ts';
import { AddPicturesButton } from './add-pictures-dialog.tsx';

type GalleryValues = (typeof galleryCreateInput)['_zod']['input'];

export const gallerySchema = z
  .custom<GalleryValues>()
  .transform((values) => (values.type === 'image' ? { ...values, videoUrl: null } : values))
  .pipe(galleryCreateInput);

export const galleryForm = {
  ...makeFormDefinition<GalleryValues, GalleryInput>(galleryCreateInput, () => ({
    type: 'image',
    category: 'events',
    date: toLocalDay(new Date()),
  })),
  schema: gallerySchema,
};

const galleryFieldLabels = {
  type: 'Type',
  title: 'Title',
  category: 'Category',
  date: 'Date',
  videoUrl: 'Video URL',
  ...imageLabels,
};
const { text, choice, image } = makeFieldComponents<GalleryValues>(galleryFieldLabels);

/** In the address, "events" means all categories; "events-only" means the category of events. */
const galleryFilter: ListFilter<GalleryCategory> = {
  label: galleryFieldLabels.category,
  all: 'All (events)',
  choices: [
    ...makeCapitalisedChoices(galleryFilters.filter((category) => category !== 'events')),
    ['events', 'Events only'],
  ],
  inAddress: (chosen) => (chosen === 'events' ? 'events-only' : (chosen ?? 'events')),
};

export const GalleryScreen = makeContentScreen<GalleryItem, typeof gallerySchema, GalleryCategory>(
  'gallery',
  {
    list: {
      useRows: (query) => admin.gallery.list.useQuery(query, keepPreviousRowsOption),
      nameOf: ({ title }) => title,
      filter: galleryFilter,
      card: (item) => <GalleryItemCard item={item} />,
    },
    tools: <AddPicturesButton />,
    form: {
      api: admin.gallery,
      labels: galleryFieldLabels,
      ...galleryForm,
      fields: (
        <TabsField<GalleryValues>
          name="type"
          label={galleryFieldLabels.type}
          choices={makeCapitalisedChoices(galleryTypes)}
        >
          {text('title', requiredProps)}
          {putFieldsInTwoColumns(
            choice('category', galleryCategories),
            text('date', { type: 'date', ...requiredProps }),
          )}
          <MediaFields />
        </TabsField>
      ),
    },
  },
);

const IMAGE_SIZES = '(min-width: 1280px) 320px, (min-width: 640px) 45vw, 360px';

function GalleryItemCard({ item }: { item: GalleryItem }) {
  const { title, category, date, type, imageUrl, imageAlt, videoUrl } = item;
  const cardImage = {
    src: imageUrl,
    alt: imageAlt ?? title,
    ratio: 4 / 3,
    sizes: IMAGE_SIZES,
    className: 'w-full',
  };
  return (
    <>
      {type === 'video' ? (
        <div className="relative">
          <VideoThumbnail {...cardImage} videoUrl={videoUrl} />
          <span className="absolute inset-0 flex items-center justify-center">
            <PlayMark small />
          </span>
        </div>
      ) : (
        <ResponsiveImage {...cardImage} />
      )}
      <CardBody>
        <Heading level={2} size="card" title={title} className="line-clamp-2">
          {title}
        </Heading>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge>{capitalise(category)}</Badge>
          <Badge tone={type === 'video' ? 'sky' : 'green'}>{capitalise(type)}</Badge>
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
      </CardBody>
    </>
  );
}

function MediaFields() {
  const { control } = useFormContext<GalleryValues>();
  const [type, imageUrl, videoUrl] = useWatch({ control, name: ['type', 'imageUrl', 'videoUrl'] });
  if (type === 'image') return image('imageUrl', 'imageAlt', requiredProps);
  return (
    <>
      {text('videoUrl', { placeholder: 'https://youtu.be/…', ...requiredProps })}
      {videoUrl && !imageUrl && (
        <div className="flex items-center gap-4 text-sm text-muted">
          <VideoThumbnail
            key={videoUrl}
            src={null}
            videoUrl={videoUrl}
            alt=""
            sizes="128px"
            ratio={4 / 3}
            className="w-32 shrink-0 rounded-small"
          />
          <p>
            {readVideoId(videoUrl)
              ? 'The thumbnail comes from the video, unless you choose a picture below.'
              : 'No thumbnail is known for this link: choose a picture below, or this one stands for it.'}
          </p>
        </div>
      )}
      {image('imageUrl', 'imageAlt')}
    </>
  );
}
