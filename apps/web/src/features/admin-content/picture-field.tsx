import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { type FieldValues, type Path, type PathValue, useFormContext, useWatch } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { TextField } from './fields.tsx';
import { refuseOtherFiles, uploadPicture } from './upload-picture.ts';
import { useUploads } from './uploads.ts';

type PictureFieldProps<V extends FieldValues> = {
  /** Holds the address. */
  name: Path<V>;
  /** Holds what the picture shows, in words. */
  altName?: Path<V>;
  required?: boolean;
};

/** A picture: sent from the device, or given by its address. */
export function PictureField<V extends FieldValues>({ name, altName, required }: PictureFieldProps<V>) {
  const id = useId();
  const { setValue, control } = useFormContext<V>();
  const address: unknown = useWatch({ control, name });
  const { isUploading, during } = useUploads();
  const { uploads } = admin.useUtils();

  const send = async (file: File) => {
    refuseOtherFiles(file);
    const target = await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
    return uploadPicture(file, target);
  };

  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // the same file may be chosen again after a failure
    target.value = '';
    if (!file) return;
    try {
      const url = await during(send(file));
      setValue(name, url as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true });
      toast.success('Image uploaded successfully');
    } catch (error) {
      console.error(error);
      toast.error('Failed to upload image', { description: failureOf(error).message });
    }
  };

  return (
    <fieldset className="flex flex-col gap-4 rounded-control border border-line p-4">
      <legend className="px-1 text-sm font-semibold text-muted">Picture</legend>
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-32 shrink-0 overflow-hidden rounded-small border border-line bg-paper">
          <Picture
            // another address starts with a clean slate
            key={String(address)}
            src={isAddress(address) ? address : null}
            alt=""
            sizes="128px"
            ratio={4 / 3}
            className="w-full"
          />
        </div>
        <div className="relative flex flex-col gap-1">
          <input
            id={id}
            type="file"
            accept="image/*"
            disabled={isUploading}
            onChange={upload}
            aria-describedby={`${id}-hint`}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className={buttonClass({
              variant: 'outline',
              size: 'sm',
              className:
                'cursor-pointer self-start peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-disabled:cursor-default peer-disabled:opacity-60',
            })}
          >
            {isUploading ? <Spinner /> : <ImageUp aria-hidden />}
            {isUploading ? 'Uploading...' : 'Upload image'}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            JPEG, PNG, WebP, AVIF or GIF, up to 10 MB
          </p>
        </div>
      </div>
      <TextField<V> name={name} label="Image URL" hint="Filled in by an upload." required={required} />
      {altName && (
        <TextField<V>
          name={altName}
          label="Alternative text"
          hint="Says what the picture shows to people who cannot see it."
        />
      )}
    </fieldset>
  );
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(value);
