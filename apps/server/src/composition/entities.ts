import type { EntitySchema } from '@mikro-orm/core';
import { ScheduleEntity } from '../background/schedule.entity.ts';
import { DataKeyEntity } from '../crypto/sealed-columns.ts';
import { FirstStepsEntity } from '../modules/office/dashboard/first-steps.entity.ts';
import {
  ImportEntity,
  ImportItemEntity,
  ImportPictureEntity,
} from '../modules/office/imports/import.entity.ts';
import { BackupEntity } from '../modules/office/installation/backup.entity.ts';
import { FailedStartEntity } from '../modules/office/installation/failed-start.entity.ts';
import { ErasureEntity } from '../modules/office/privacy/erasure.entity.ts';
import { IncomingSmsEntity } from '../modules/office/sms-inbox/incoming-sms.entity.ts';
import {
  AccessLinkEntity,
  AccountEntity,
  RecoveryCodeEntity,
  RefreshTokenEntity,
  SessionEntity,
  SignInRuleEntity,
} from '../modules/platform/accounts/account.entity.ts';
import { ActivityEntity } from '../modules/platform/activity/activity.entity.ts';
import { ApiKeyEntity } from '../modules/platform/api-keys/api-key.entity.ts';
import { ContentVersionEntity } from '../modules/platform/content/content-version.entity.ts';
import { IdempotencyKeyEntity } from '../modules/platform/idempotency/idempotency-key.entity.ts';
import { NumberSeriesEntity } from '../modules/platform/numbered-documents/number-series.entity.ts';
import { OutgoingMessageEntity } from '../modules/platform/outbox/outgoing-message.entity.ts';
import { SmsNumberEntity } from '../modules/platform/outbox/sms/sms-number.entity.ts';
import { SmsReportEntity } from '../modules/platform/outbox/sms/sms-report.entity.ts';
import { WrittenWordsEntity } from '../modules/platform/outbox/written-words.entity.ts';
import { PaymentNoticeEntity, SandboxPaymentEntity } from '../modules/platform/payments/payment.entity.ts';
import { RedirectEntity } from '../modules/platform/redirects/redirect.entity.ts';
import { LegalVersionEntity, SiteEntity } from '../modules/platform/site/site.entity.ts';
import { FingerprintKeyEntity } from '../modules/platform/suppression/fingerprint-key.entity.ts';
import { UploadEntity, UploadQuotaEntity } from '../modules/platform/uploads/upload.entity.ts';
import { WebhookDeliveryEntity, WebhookEntity } from '../modules/platform/webhooks/webhook.entity.ts';
import { WrongTryEntity } from '../modules/platform/wrong-tries/wrong-try.entity.ts';
import {
  DocumentPageEntity,
  GivenAnswerEntity,
} from '../modules/school/applicant-documents/applicant-document.entity.ts';
import { CertificateEntity } from '../modules/school/certificates/certificate.entity.ts';
import { SigningKeyEntity } from '../modules/school/certificates/signing-key.entity.ts';
import { ChargeEntity } from '../modules/school/charges/charge.entity.ts';
import { ControlNoteEntity } from '../modules/school/charges/control-note.entity.ts';
import { UndecidedLeaverEntity } from '../modules/school/charges/undecided-leaver.entity.ts';
import { ContactMessageEntity } from '../modules/school/contact-messages/contact-message.entity.ts';
import { DonationEntity } from '../modules/school/donations/donation.entity.ts';
import {
  CashClosingEntity,
  CashClosingRowEntity,
  CashCountEntity,
  CrossedFeePartEntity,
  FeeConfirmationEntity,
  FeeMovementEntity,
  FeePartEntity,
  FeePrintEntity,
} from '../modules/school/fees/accounts/fee-ledger.entity.ts';
import { FeeDueDayEntity, FeeLineEntity } from '../modules/school/fees/accounts/fee-line.entity.ts';
import { OnlineFeeEntity } from '../modules/school/fees/accounts/online-fee.entity.ts';
import { KeptLineEntity } from '../modules/school/fees/import/kept-line.entity.ts';
import {
  StatementComparisonEntity,
  StatementImportEntity,
} from '../modules/school/fees/import/statement-import.entity.ts';
import {
  CampaignEntity,
  DeliveryEntity,
  SubscriberEntity,
} from '../modules/school/newsletter/newsletter.entity.ts';
import {
  RegistrationChangeEntity,
  RegistrationEntity,
} from '../modules/school/registrations/registration.entity.ts';
import { resources } from './resources.ts';

export const entities: readonly EntitySchema[] = [
  ...resources.map(({ entity }) => entity as EntitySchema),
  AccountEntity,
  AccessLinkEntity,
  SessionEntity,
  RecoveryCodeEntity,
  SignInRuleEntity,
  RefreshTokenEntity,
  ActivityEntity,
  ApiKeyEntity,
  BackupEntity,
  FailedStartEntity,
  ContentVersionEntity,
  RegistrationEntity,
  RegistrationChangeEntity,
  ChargeEntity,
  ControlNoteEntity,
  UndecidedLeaverEntity,
  FeeMovementEntity,
  FeePartEntity,
  CashClosingEntity,
  CashClosingRowEntity,
  CashCountEntity,
  CrossedFeePartEntity,
  FeeConfirmationEntity,
  FeePrintEntity,
  KeptLineEntity,
  StatementImportEntity,
  StatementComparisonEntity,
  OnlineFeeEntity,
  FeeLineEntity,
  FeeDueDayEntity,
  ContactMessageEntity,
  CertificateEntity,
  DocumentPageEntity,
  GivenAnswerEntity,
  SigningKeyEntity,
  SubscriberEntity,
  CampaignEntity,
  DeliveryEntity,
  FingerprintKeyEntity,
  SiteEntity,
  FirstStepsEntity,
  LegalVersionEntity,
  RedirectEntity,
  UploadEntity,
  UploadQuotaEntity,
  ImportEntity,
  ImportItemEntity,
  ImportPictureEntity,
  IdempotencyKeyEntity,
  DonationEntity,
  NumberSeriesEntity,
  PaymentNoticeEntity,
  SandboxPaymentEntity,
  OutgoingMessageEntity,
  WrittenWordsEntity,
  SmsReportEntity,
  IncomingSmsEntity,
  SmsNumberEntity,
  ErasureEntity,
  WrongTryEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  ScheduleEntity,
  DataKeyEntity,
];
