import type { ComponentProps } from 'react';
import { CertificateSection } from '../../features/certificates/certificate-section.tsx';
import { DocumentsSection } from '../../features/documents/documents-section.tsx';
import { FeesSection } from '../../features/fees/accounts/fees-section.tsx';
import {
  RegistrationDialog,
  type RenderSections,
} from '../../features/registrations/registration-dialog.tsx';

export const renderSections: RenderSections = ({ id, name, formerNames, status }) => (
  <>
    <DocumentsSection registrationId={id} name={name} />
    <FeesSection registrationId={id} name={name} />
    <CertificateSection registrationId={id} status={status} name={name} formerNames={formerNames} />
  </>
);

type RegistrationSheetProps = Omit<ComponentProps<typeof RegistrationDialog>, 'sections'>;

export const RegistrationSheet = (props: RegistrationSheetProps) => (
  <RegistrationDialog {...props} sections={renderSections} />
);
