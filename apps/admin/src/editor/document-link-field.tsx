import { describeDocument, type ShownDocument } from '@institute/contract/document-words';
import { isUploadedFile, readDocumentFormat } from '@institute/contract/uploads.constants';
import { Button } from '@institute/ui/button.tsx';
import { Files } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../forms/fields.tsx';
import { useUploads } from '../forms/uploads.ts';
import { FileField } from '../images/file-field.tsx';
import { ImageLibrary } from '../images/image-library.tsx';
import { useDocumentUpload } from '../images/use-upload.ts';

type DocumentLink = { address: string; words?: string | undefined };

/** Readers see name, kind and size before they open a document. The server writes them for its own ones. */
export function DocumentLinkField() {
  const { setValue, watch } = useFormContext<DocumentLink>();
  const [isChoosing, setChoosing] = useState(false);
  const { isUploading } = useUploads();
  const upload = useDocumentUpload();
  const { address, words } = watch();

  const showWords = (document: ShownDocument) =>
    setValue('words', describeDocument(document) ?? '', { shouldDirty: true });
  const sendDocument = async (file: File) => {
    const url = await upload.send(file);
    if (url) showWords({ url, name: file.name, format: readDocumentFormat(url) ?? null, bytes: file.size });
    return url;
  };
  const chooseDocument = (document: ShownDocument) => {
    setValue('address', document.url, { shouldDirty: true, shouldValidate: true });
    showWords(document);
    setChoosing(false);
  };
  return (
    <>
      <FileField<DocumentLink>
        name="address"
        kind="document"
        legend="Document"
        missing="Choose a document"
        urlLabel="Document URL"
        required
        upload={{ ...upload, send: sendDocument }}
        actions={
          <Button variant="outline" size="sm" disabled={isUploading} onClick={() => setChoosing(true)}>
            <Files aria-hidden />
            Choose from library
          </Button>
        }
      >
        {isUploadedFile(address) && <p className="text-base font-semibold break-words">{words}</p>}
      </FileField>
      {!isUploadedFile(address) && <TextField<DocumentLink> name="words" label="Words of the link" />}
      {isChoosing && (
        <ImageLibrary
          shows="documents"
          onChoose={([document]) => document && chooseDocument(document)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
