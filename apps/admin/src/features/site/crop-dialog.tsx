import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Field } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useRef, useState } from 'react';
import { useRunningUploads } from '../../forms/uploads.ts';
import { usePictureUpload } from '../../images/use-upload.ts';
import { type CropArea, type CropSettings, computeCropArea, type PictureSize } from './crop-square.ts';

const CROP_PREVIEW_SIZE_PX = 240;
const ICON_SIZE_PX = 512;
const cropSliders = [
  { key: 'zoom', label: 'Zoom', min: 1, max: 4, step: 0.05 },
  { key: 'x', label: 'Left or right', min: 0, max: 1, step: 0.01 },
  { key: 'y', label: 'Up or down', min: 0, max: 1, step: 0.01 },
] as const;

type CropDialogProps = { source: string; onCrop: (address: string) => void; onClose: () => void };

export function CropDialog({ source, onCrop, onClose }: CropDialogProps) {
  const pictureElement = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<PictureSize | null>(null);
  const [crop, setCrop] = useState<CropSettings>({ zoom: 1, x: 0.5, y: 0.5 });
  const { send } = usePictureUpload({ isDrawn: true });
  const { isUploading, track } = useRunningUploads();
  const cropArea = size && computeCropArea(size, crop);
  const movableSliders = {
    zoom: true,
    x: size?.width !== cropArea?.side,
    y: size?.height !== cropArea?.side,
  };

  const uploadIcon = async () => {
    const blob = pictureElement.current && cropArea && (await drawIcon(pictureElement.current, cropArea));
    const iconAddress = blob && (await track(send(new File([blob], 'icon.png', { type: blob.type }))));
    if (iconAddress) onCrop(iconAddress);
  };
  const closeWithFailure = () => {
    toast.error('This picture cannot be opened');
    onClose();
  };

  return (
    <Dialog onClose={onClose} closesOutside={false} title="Crop the icon">
      <div className="flex flex-col gap-4">
        <div
          className="relative self-center overflow-hidden rounded-card border border-line bg-white"
          style={{ width: CROP_PREVIEW_SIZE_PX, height: CROP_PREVIEW_SIZE_PX }}
        >
          <img
            ref={pictureElement}
            src={source}
            alt="What the icon will show"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={closeWithFailure}
            className="absolute top-0 left-0 max-w-none origin-top-left"
            style={cropArea ? { transform: positionPicture(cropArea) } : { visibility: 'hidden' }}
          />
        </div>
        {cropSliders.map(({ key, label, ...range }) => (
          <Field key={key} id={`crop-${key}`} label={label}>
            <input
              id={`crop-${key}`}
              type="range"
              {...range}
              value={crop[key]}
              disabled={!movableSliders[key]}
              onChange={({ target }) => setCrop({ ...crop, [key]: target.valueAsNumber })}
              className="h-11 w-full accent-green"
            />
          </Field>
        ))}
      </div>
      <DialogFooter>
        <Button pending={isUploading} disabled={!cropArea} onClick={uploadIcon}>
          Use as icon
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const positionPicture = ({ left, top, side }: CropArea): string =>
  `scale(${CROP_PREVIEW_SIZE_PX / side}) translate(${-left}px, ${-top}px)`;

/** Draws the icon. Null when the browser cannot write an image. */
async function drawIcon(picture: HTMLImageElement, { left, top, side }: CropArea): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = ICON_SIZE_PX;
  canvas.height = ICON_SIZE_PX;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, ICON_SIZE_PX, ICON_SIZE_PX);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
