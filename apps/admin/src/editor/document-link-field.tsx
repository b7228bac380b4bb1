import { describeDocument, type ShownDocument } from '@institute/contract/document-words';
import { isUploadedFile, readDocumentFormat } from '@institute/contract/uploads.constants';
import { Button } from '@institute/ui/button.tsx';
import { Files } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../forms/fields.tsx';
import { useRunningUploads } from '../forms/uploads.ts';
import { FileField } from '../images/file-field.tsx';
import { ImageLibrary } from '../images/image-library.tsx';
import { useDocumentUpload } from '../images/use-upload.ts';

type DocumentLink = { address: string; words?: string | undefined };

/**
 * Readers see the name, kind and size of a document before they open it. For uploaded documents the server
 * writes these.
 */
export function DocumentLinkField() {
  const { setValue, watch } = useFormContext<DocumentLink>();
  const [isChoosing, setChoosing] = useState(false);
  const { isUploading } = useRunningUploads();
  const documentUpload = useDocumentUpload();
  const { address, words } = watch();

  const showDocumentName = (document: ShownDocument) =>
    setValue('words', describeDocument(document) ?? '', { shouldDirty: true });
  const sendDocument = async (file: File) => {
    const url = await documentUpload.send(file);
    if (url)
      showDocumentName({ url, name: file.name, format: readDocumentFormat(url) ?? null, bytes: file.size });
    return url;
  };
  const chooseDocument = (document: ShownDocument) => {
    setValue('address', document.url, { shouldDirty: true, shouldValidate: true });
    showDocumentName(document);
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
        upload={{ ...documentUpload, send: sendDocument }}
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
