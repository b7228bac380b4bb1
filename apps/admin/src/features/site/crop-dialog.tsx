import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Field } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useRef, useState } from 'react';
import { useUploads } from '../../forms/uploads.ts';
import { usePictureUpload } from '../../images/use-upload.ts';
import { type CropArea, type CropSettings, computeCropArea, type PictureSize } from './crop-square.ts';

const PREVIEW_PIXELS = 240;
const ICON_PIXELS = 512;
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
  const { isUploading, track } = useUploads();
  const square = size && computeCropArea(size, crop);
  const movableSliders = { zoom: true, x: size?.width !== square?.side, y: size?.height !== square?.side };

  const uploadIcon = async () => {
    const blob = pictureElement.current && square && (await drawIcon(pictureElement.current, square));
    const address = blob && (await track(send(new File([blob], 'icon.png', { type: blob.type }))));
    if (address) onCrop(address);
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
          style={{ width: PREVIEW_PIXELS, height: PREVIEW_PIXELS }}
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
            style={square ? { transform: positionPicture(square) } : { visibility: 'hidden' }}
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
        <Button pending={isUploading} disabled={!square} onClick={uploadIcon}>
          Use as icon
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const positionPicture = ({ left, top, side }: CropArea): string =>
  `scale(${PREVIEW_PIXELS / side}) translate(${-left}px, ${-top}px)`;

/** Draws the icon. Null when the browser cannot write an image. */
async function drawIcon(picture: HTMLImageElement, { left, top, side }: CropArea): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = ICON_PIXELS;
  canvas.height = ICON_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, ICON_PIXELS, ICON_PIXELS);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
