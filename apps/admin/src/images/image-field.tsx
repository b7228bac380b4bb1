import { Button } from '@institute/ui/button.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Images, X } from 'lucide-react';
import { useState } from 'react';
import { type FieldValues, type Path, type PathValue, useFormContext } from 'react-hook-form';
import { TextField } from '../forms/fields.tsx';
import { useRunningUploads } from '../forms/uploads.ts';
import { FileField, useFileAddress } from './file-field.tsx';
import { findAltText, ImageLibrary, type LibraryImage } from './image-library.tsx';
import { usePictureUpload } from './use-upload.ts';

export const imageLabels = { imageUrl: 'Image URL', imageAlt: 'Alternative text' };

type ImageFieldProps<V extends FieldValues> = {
  name: Path<V>;
  altName?: Path<V>;
  legend?: string;
  hint?: string | undefined;
  required?: boolean;
  fit?: 'cover' | 'contain' | undefined;
  /** True when the server draws with the picture, so that it must be stored there. */
  isDrawn?: boolean | undefined;
};

export function ImageField<V extends FieldValues>({
  name,
  altName,
  legend = 'Picture',
  hint,
  required,
  fit = 'cover',
  isDrawn,
}: ImageFieldProps<V>) {
  const { setValue, getValues } = useFormContext<V>();
  const { address, setAddress } = useFileAddress(name);
  const [isChoosing, setChoosing] = useState(false);
  const { isUploading } = useRunningUploads();

  const chooseImage = (image: LibraryImage) => {
    setAddress(image.url);
    const altText = findAltText(image);
    if (altName && altText && !getValues(altName)) {
      setValue(altName, altText as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true });
    }
    setChoosing(false);
  };

  return (
    <>
      <FileField<V>
        name={name}
        kind="picture"
        legend={legend}
        hint={hint}
        required={required}
        missing="Add a picture"
        urlLabel={imageLabels.imageUrl}
        upload={usePictureUpload({ isDrawn })}
        aside={
          <div className="w-40 shrink-0 overflow-hidden rounded-small border border-line bg-paper">
            <ResponsiveImage
              // Forgets the error of the previous address.
              key={address}
              src={isPictureAddress(address) ? address : null}
              alt=""
              sizes="160px"
              ratio={4 / 3}
              fit={fit}
              className="w-full"
            />
          </div>
        }
        actions={
          <>
            <Button variant="outline" size="sm" disabled={isUploading} onClick={() => setChoosing(true)}>
              <Images aria-hidden />
              Choose from library
            </Button>
            {address && !required && (
              <Button variant="ghost" size="sm" onClick={() => setAddress('')}>
                <X aria-hidden />
                Remove picture
              </Button>
            )}
          </>
        }
      >
        {altName && (
          <TextField<V>
            name={altName}
            label={imageLabels.imageAlt}
            hint="Says what the picture shows to people who cannot see it."
          />
        )}
      </FileField>
      {isChoosing && (
        <ImageLibrary
          onChoose={([image]) => image && chooseImage(image)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

const isPictureAddress = (typed: string): boolean => /^(?:https?:\/\/|\/(?!\/))/.test(typed);
