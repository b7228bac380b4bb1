import { isUploadedFile } from '@institute/contract/uploads.constants';
import { Button } from '@institute/ui/button.tsx';
import { Crop } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFileAddress } from '../../images/file-field.tsx';
import { ImageField } from '../../images/image-field.tsx';
import { CropDialog } from './crop-dialog.tsx';

type IconFieldProps = { name: string; legend: string; hint: string | undefined };

/** The office crops the icon from the logo, or from the picture that it has chosen as icon. */
export function IconField({ name, legend, hint }: IconFieldProps) {
  const logoAddress: unknown = useWatch({ name: 'institute.logo' });
  const { address, setAddress } = useFileAddress(name);
  const [isCropping, setCropping] = useState(false);
  const pictureToCrop = address || String(logoAddress ?? '');
  return (
    <div className="flex flex-col gap-3">
      <ImageField name={name} legend={legend} hint={hint} fit="contain" isDrawn />
      {/* Browsers do not let a page read the pixels of another site's picture, so such a picture cannot be
        cropped */}
      {isUploadedFile(pictureToCrop) && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => setCropping(true)}>
          <Crop aria-hidden />
          {address ? 'Crop the icon' : 'Crop an icon from the logo'}
        </Button>
      )}
      {isCropping && (
        <CropDialog
          source={pictureToCrop}
          onCrop={(cropped) => {
            setAddress(cropped);
            setCropping(false);
          }}
          onClose={() => setCropping(false)}
        />
      )}
    </div>
  );
}
