import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Field } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useRef, useState } from 'react';
import { useUploads } from '../../forms/uploads.ts';
import { usePictureUpload } from '../../images/use-upload.ts';
import { type Crop, cropSquare, type PictureSize, type Square } from './crop-square.ts';

const SHOWN_PIXELS = 240;
const ICON_PIXELS = 512;
const cropSliders = [
  { key: 'zoom', label: 'Zoom', min: 1, max: 4, step: 0.05 },
  { key: 'x', label: 'Left or right', min: 0, max: 1, step: 0.01 },
  { key: 'y', label: 'Up or down', min: 0, max: 1, step: 0.01 },
] as const;

type CropDialogProps = { source: string; onCrop: (address: string) => void; onClose: () => void };

export function CropDialog({ source, onCrop, onClose }: CropDialogProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<PictureSize | null>(null);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const { send } = usePictureUpload({ isDrawn: true });
  const { isUploading, track } = useUploads();
  const square = size && cropSquare(size, crop);
  const hasRoom = { zoom: true, x: size?.width !== square?.side, y: size?.height !== square?.side };

  const storeIcon = async () => {
    const blob = picture.current && square && (await drawIcon(picture.current, square));
    const address = blob && (await track(send(new File([blob], 'icon.png', { type: blob.type }))));
    if (address) onCrop(address);
  };
  const refusePicture = () => {
    toast.error('This picture cannot be opened');
    onClose();
  };

  return (
    <Dialog onClose={onClose} closesOutside={false} title="Crop the icon">
      <div className="flex flex-col gap-4">
        <div
          className="relative self-center overflow-hidden rounded-card border border-line bg-white"
          style={{ width: SHOWN_PIXELS, height: SHOWN_PIXELS }}
        >
          <img
            ref={picture}
            src={source}
            alt="What the icon will show"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={refusePicture}
            className="absolute top-0 left-0 max-w-none origin-top-left"
            style={square ? { transform: placeSquare(square) } : { visibility: 'hidden' }}
          />
        </div>
        {cropSliders.map(({ key, label, ...range }) => (
          <Field key={key} id={`crop-${key}`} label={label}>
            <input
              id={`crop-${key}`}
              type="range"
              {...range}
              value={crop[key]}
              disabled={!hasRoom[key]}
              onChange={({ target }) => setCrop({ ...crop, [key]: target.valueAsNumber })}
              className="h-11 w-full accent-green"
            />
          </Field>
        ))}
      </div>
      <DialogFooter>
        <Button pending={isUploading} disabled={!square} onClick={storeIcon}>
          Use as icon
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const placeSquare = ({ left, top, side }: Square): string =>
  `scale(${SHOWN_PIXELS / side}) translate(${-left}px, ${-top}px)`;

/** Null: the browser draws no pictures. */
async function drawIcon(picture: HTMLImageElement, { left, top, side }: Square): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = ICON_PIXELS;
  canvas.height = ICON_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, ICON_PIXELS, ICON_PIXELS);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
