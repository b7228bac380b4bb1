import { galleryInput } from '@institute/contract';
import { galleryCategories, maxGalleryItemsAtOnce } from '@institute/contract/gallery.constants';
import { toLocalDay } from '@institute/contract/time';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Images, ImageUp, X } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod';
import { admin } from '../../api/admin.ts';
import { makeFieldComponents, putFieldsInTwoColumns, requiredProps } from '../../content/content-fields.tsx';
import { TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { FileDrop } from '../../images/file-drop.tsx';
import { findAltText, ImageLibrary, type LibraryImage, nameImage } from '../../images/image-library.tsx';
import { type StoredFile, usePictureUpload } from '../../images/use-upload.ts';
import { countItems } from '../../ui/count-items.ts';

const pictureFields = galleryInput.pick({ title: true, imageUrl: true, imageAlt: true });

/** All pictures get the same category and day. */
const picturesSchema = galleryInput
  .pick({ category: true, date: true })
  .extend({ items: z.array(pictureFields) })
  .transform(({ items, ...shared }) => ({
    items: items.map((item) => ({ ...item, ...shared, type: 'image' as const })),
  }));

type PicturesValues = FormValues<typeof picturesSchema>;
const { text, choice } = makeFieldComponents<PicturesValues>({
  category: 'Category',
  date: 'Date',
  items: 'Pictures',
});

export function AddPicturesButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <ImageUp aria-hidden />
        Add Pictures
      </Button>
      {isOpen && <AddPicturesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AddPicturesDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(picturesSchema, { category: 'events', date: toLocalDay(new Date()), items: [] });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' });
  const { mutateAsync: createMany } = admin.gallery.createMany.useMutation();
  const { progress, sendAll } = usePictureUpload();
  const excessPictureCount = fields.length - maxGalleryItemsAtOnce;
  const [isChoosing, setChoosing] = useState(false);

  const addPictures = (pictures: PicturesValues['items']) => {
    const listedAddresses = form.getValues('items').map(({ imageUrl }) => imageUrl);
    const newPictures = pictures.filter(({ imageUrl }) => !listedAddresses.includes(imageUrl));
    append(newPictures, { shouldFocus: false });
  };
  const chooseImages = (images: LibraryImage[]) => {
    addPictures(images.map(toPicture));
    setChoosing(false);
  };

  return (
    <InputDialog
      form={form}
      send={createMany}
      messages={{
        done: ({ ids }) => `${countItems(ids.length, 'picture')} added to the gallery`,
        failed: 'The pictures could not be added',
      }}
      title="Add Pictures"
      description={`Up to ${maxGalleryItemsAtOnce} at once, with their own titles.`}
      submitLabel={fields.length > 0 ? `Add ${countItems(fields.length, 'picture')}` : 'Add'}
      size="lg"
      disabled={progress !== null || fields.length === 0 || excessPictureCount > 0}
      onClose={onClose}
    >
      <FileDrop
        kind="picture"
        legend="Pictures"
        multiple
        required
        error={
          excessPictureCount > 0
            ? `At most ${maxGalleryItemsAtOnce} at once: leave out ${excessPictureCount}`
            : undefined
        }
        progress={progress}
        disabled={progress !== null}
        onFiles={(files) => void sendAll(files).then((stored) => addPictures(stored.map(toGalleryItem)))}
        actions={
          <Button variant="outline" size="sm" disabled={progress !== null} onClick={() => setChoosing(true)}>
            <Images aria-hidden />
            Choose from library
          </Button>
        }
      />
      {putFieldsInTwoColumns(
        choice('category', galleryCategories),
        text('date', { type: 'date', ...requiredProps }),
      )}
      {fields.length > 0 && (
        <ul aria-label="Chosen pictures" className="flex flex-col gap-3">
          {fields.map(({ id, imageUrl }, index) => (
            <li key={id} className="flex items-end gap-3">
              <ResponsiveImage
                src={imageUrl}
                alt=""
                sizes="80px"
                ratio={4 / 3}
                className="w-20 shrink-0 rounded-small"
              />
              <TextField<PicturesValues>
                name={`items.${index}.title`}
                label={`Title of picture ${index + 1}`}
                required
                className="min-w-0 grow"
              />
              <IconButton label={`Leave out picture ${index + 1}`} onClick={() => remove(index)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isChoosing && <ImageLibrary isMany onChoose={chooseImages} onClose={() => setChoosing(false)} />}
    </InputDialog>
  );
}

const toGalleryItem = ({ file, address }: StoredFile) => ({
  title: readTitleOfFileName(file.name),
  imageUrl: address,
  imageAlt: null,
});

const toPicture = (image: LibraryImage) => {
  const altText = findAltText(image);
  return {
    title: altText ?? readTitleOfFileName(nameImage(image)),
    imageUrl: image.url,
    imageAlt: altText ?? null,
  };
};

/** "Prize day 2" for `prize_day-2.JPG`. */
function readTitleOfFileName(name: string): string {
  const words = name
    .replace(/\.[a-z]{3,4}$/i, '')
    .replace(/[_\s-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Picture';
}
