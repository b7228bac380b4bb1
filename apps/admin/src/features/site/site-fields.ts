import { type Site, type SiteSettings, siteSettings } from '@institute/contract';
import { type AlumniWord, alumniWords, mapAlumniWords } from '@institute/contract/alumni-words.constants';
import { payChannels } from '@institute/contract/place';
import {
  faqCategories,
  type MenuPath,
  menuLabels,
  type SmsAudience,
} from '@institute/contract/site.constants';
import type { SitePath } from '@institute/contract/site-parts.constants';
import { mapSmsTexts } from '@institute/contract/sms-texts.constants';
import { capitalise } from '@institute/contract/text';
import {
  type Description,
  type DescriptionOf,
  describeChoice,
  describeImage,
  describeLogo,
  describeSwitch,
  hiddenField,
  icon,
  key,
  line,
  number,
  pdf,
  sms,
  text,
} from './description.ts';

const titleAndText = { title: line('Title'), text: text('Text') };
const describeBlocks = (title: string, one: string) => ({ title, one, item: { fields: titleAndText } });
const pageFields = Object.fromEntries(
  Object.keys(siteSettings.shape.pages.shape).map((name) => [
    name,
    {
      // The menu's words: “FAQ”, “Trainers”
      title: menuLabels[`/${name}` as MenuPath] ?? capitalise(name),
      fields: { title: line('Heading'), intro: text('Opening words', { optional: true }) },
    },
  ]),
) as { [Page in keyof Site['pages']]: DescriptionOf<Site['pages'][Page]> };
const declareLegalPage = (title: string) => ({
  title,
  fields: {
    title: line('Heading'),
    intro: text('Opening words'),
    sections: {
      title: 'Parts',
      one: 'part',
      item: {
        fields: { title: line('Title'), text: text('Text', { hint: 'An empty line begins a paragraph.' }) },
      },
    },
  },
});

const smsWords: Record<SmsAudience, string> = {
  never: 'Never',
  withoutEmail: 'Without Email',
  always: 'Always',
};

const alumniHints: Partial<Record<AlumniWord, string>> = {
  classOf: 'Before the year, on the card of a former student.',
  graduatedIn: 'Before the year, below a testimonial.',
};

export const siteFields: { [K in keyof SiteSettings]: DescriptionOf<SiteSettings[K]> } = {
  institute: {
    title: 'Institute',
    fields: {
      name: line('Name', { optional: true }),
      logo: { ...describeLogo('Beside the name, at the top of every page.'), smallest: 64, isDrawn: true },
      logoHasName: describeSwitch('The logo has the name, so the words beside it are hidden'),
      icon: icon('Icon', {
        optional: true,
        hint: 'A square picture for tabs of browsers, phones and shared links. Empty: made of the logo.',
      }),
      // `LookPart` shows these two
      colors: { fields: { main: line('Main colour'), accent: line('Accent colour') } },
      pattern: line('Pattern'),
      blurb: text('In one sentence', {
        optional: true,
        hint: 'Stands over the slides and at the foot of every page.',
      }),
      foundedYear: number('Founded in', { optional: true, hint: '0 is not shown.' }),
      address: line('Address', { optional: true }),
      phones: { title: 'Phones', one: 'phone', item: line('Phone') },
      emails: {
        title: 'Email addresses',
        one: 'email address',
        item: line('Email', { hint: 'Emails to the office go to the first one.' }),
      },
      chatPhone: line('Chat phone', { optional: true, hint: 'In international form, for “Chat with us”.' }),
      chatGreeting: line('Chat greeting', { optional: true }),
      mapUrl: line('Map', { optional: true, hint: 'The address of a map that can be shown in a frame.' }),
      directionsUrl: line('Directions', { optional: true }),
      aboutDocumentUrl: pdf('About document', { optional: true }),
      paypalUrl: line('PayPal link', { optional: true }),
    },
  },
  slides: {
    title: 'Slides',
    one: 'slide',
    item: {
      fields: {
        id: key,
        title: line('Title'),
        subtitle: text('Subtitle'),
        image: describeImage('imageAlt'),
        imageAlt: hiddenField,
      },
    },
  },
  floors: {
    title: 'Numbers that are shown at least',
    fields: { students: number('Students'), facilities: number('Facilities'), alumni: number('Alumni') },
  },
  blurbs: describeBlocks('About us', 'blurb'),
  values: describeBlocks('Our values', 'value'),
  partners: {
    title: 'Partners',
    one: 'partner',
    item: {
      fields: { id: key, name: line('Name'), description: text('Description'), logo: describeLogo() },
    },
  },
  about: {
    title: 'About us',
    fields: {
      image: { ...describeImage('imageAlt'), optional: true },
      imageAlt: hiddenField,
      mission: text('Mission', { optional: true }),
      vision: text('Vision', { optional: true }),
      text: text('Text', { optional: true, hint: 'An empty line begins a paragraph.' }),
    },
  },
  pages: {
    title: 'Headings of the pages',
    fields: pageFields,
  },
  programBlocks: {
    fields: {
      core: {
        title: 'Core programs',
        one: 'core program',
        item: {
          fields: {
            ...titleAndText,
            title: line('Title', { hint: 'With the name of a program in it, the card leads there.' }),
            image: describeImage(),
          },
        },
      },
      activities: describeBlocks('Additional activities', 'activity'),
      digital: describeBlocks('Digital skills', 'digital skill'),
      creative: describeBlocks('Creative industry programs', 'creative program'),
    },
  },
  facilityBlocks: {
    fields: {
      equipment: describeBlocks('Equipment', 'piece of equipment'),
      technology: describeBlocks('Technology', 'technology'),
    },
  },
  alumniWords: {
    title: 'Words for alumni',
    hint: 'What your school calls them, on the alumni page and in the office. Empty: the word over the field.',
    fields: mapAlumniWords((word) => line(alumniWords[word], { optional: true, hint: alumniHints[word] })),
  },
  testimonials: {
    title: 'Testimonials',
    one: 'testimonial',
    item: {
      fields: {
        name: line('Name'),
        role: line('Role'),
        content: text('In their own words'),
        graduationYear: number('Graduation year'),
        currentTeam: line('Current team'),
        image: describeImage(),
      },
    },
  },
  departments: {
    title: 'Departments',
    one: 'department',
    item: {
      fields: { name: line('Name'), contact: line('Contact'), phone: line('Phone'), email: line('Email') },
    },
  },
  openingHours: {
    title: 'Opening hours',
    one: 'line of hours',
    item: { fields: { days: line('Days'), hours: line('Hours') } },
  },
  faq: {
    title: 'Questions',
    one: 'question',
    item: {
      fields: {
        category: describeChoice(
          'Category',
          faqCategories.map((one) => [one, one] as const),
        ),
        question: line('Question'),
        answer: text('Answer'),
      },
    },
  },
  socials: {
    title: 'Social networks',
    one: 'network',
    item: {
      fields: {
        url: line('Address', { hint: 'Such as https://facebook.com/yourschool.' }),
        network: line('Name', {
          optional: true,
          hint: 'Empty: Facebook, Instagram and other networks are shown with their own name and icon.',
        }),
      },
    },
  },
  newsletter: {
    title: 'Newsletter',
    fields: {
      isOpen: describeSwitch('Visitors can subscribe'),
      intro: text('What it brings', {
        optional: true,
        hint: 'Stands over the form at the foot of every page, and in the email that welcomes a subscriber.',
      }),
    },
  },
  donations: {
    title: 'Ways to give',
    fields: {
      isOpen: describeSwitch('Visitors can donate'),
      bankText: text('Bank transfer', { optional: true }),
      paypalText: text('PayPal', { optional: true }),
      cardText: text('Mobile money and card', { optional: true }),
      merchantCode: line('Merchant code', {
        optional: true,
        hint: 'Of your mobile money account, in digits. Donors pay to it when the online payment cannot be reached.',
      }),
    },
  },
  menu: {
    title: 'Menu',
    one: 'entry',
    item: {
      fields: {
        entry: line('Page'),
        hidden: describeSwitch('Hide'),
        label: line('Name'),
        below: describeSwitch('Below'),
      },
    },
  },
  registrationSuccess: text('After a registration', {
    hint: 'What an applicant reads when it was sent, and in the email about it.',
  }),
  privacy: declareLegalPage('Privacy page'),
  terms: declareLegalPage('Terms'),
  messageTemplates: {
    title: 'What you write to applicants',
    one: 'template',
    item: {
      fields: {
        title: line('Title', { hint: 'The subject, when it is sent as an email.' }),
        text: text('Text', { hint: '{name}, {program} and {reference} are filled in for each applicant.' }),
      },
    },
  },
  messages: {
    title: 'Messages by SMS',
    hint: 'An SMS has 160 characters, or 153 when a message needs two. Where answers reach us, the first one to a number also says “Reply STOP to end.”',
    fields: {
      smsTo: describeChoice('SMS to Applicants', Object.entries(smsWords)),
      sms: {
        title: 'Texts',
        hint: 'What stands in braces is filled in for each applicant.',
        fields: mapSmsTexts(({ label, hint, placeholders }) =>
          sms(label, { hint: `${hint} ${placeholders.map((name) => `{${name}}`).join(', ')}.` }),
        ),
      },
      smsEnding: line('Ending', {
        optional: true,
        hint: 'Ends every SMS. Empty: the initials of the institute.',
      }),
      smsReply: text('Answer to an SMS', {
        optional: true,
        hint: 'Sent to who writes to us, once a day. Empty: no answer.',
      }),
      statusTexts: {
        title: 'What applicants read about their status',
        fields: {
          new: line('Received'),
          reviewing: line('Reviewing'),
          waiting: line('Waiting list'),
          accepted: line('Accepted'),
          completed: line('Completed'),
          rejected: line('Rejected'),
          withdrawn: line('Withdrawn'),
        },
      },
      weekly: describeSwitch('On Mondays, an email to the owners about the week before'),
    },
  },
  retention: {
    title: 'How long personal data is kept',
    hint: 'In whole months; 0 erases nothing by itself. Every night the site erases what is older, for good, from the trash too. The privacy page tells visitors. Print or export what you must keep elsewhere first. Backups hold it until you delete them.',
    fields: {
      medicalMonths: number('Health answers', {
        hint: 'Counted from the day of the registration. We suggest 12.',
      }),
      personMonths: number('Whole registrations', {
        hint: 'Counted from the day of the registration, so longer than your longest program. We suggest 18 or more.',
      }),
      rejectedMonths: number('Rejected registrations', {
        hint: 'Counted from the rejection. We suggest 3.',
      }),
      messageMonths: number('Contact messages', {
        hint: 'Counted from the day of the message, also of an SMS. We suggest 12.',
      }),
    },
  },
  certificates: {
    title: 'Certificates',
    hint: 'Stands on new certificates. Those issued before keep what they have.',
    fields: {
      signerName: line('Signer Name', {
        optional: true,
        hint: 'Without a signer no certificate is issued.',
      }),
      signerTitle: line('Signer Title', { optional: true }),
      secondSignerName: line('Second Signer Name', { optional: true }),
      secondSignerTitle: line('Second Signer Title', { optional: true }),
      note: line('Note', { optional: true, hint: 'The last line of the paper.' }),
    },
  },
  fees: {
    title: 'Fees',
    hint: 'Where fees are paid elsewhere than on the site. Each statement shows it, with the pay code.',
    fields: {
      mtnCode: line(`${payChannels.mtn.operator} Code`, { optional: true }),
      airtelCode: line(`${payChannels.airtel.operator} Code`, { optional: true }),
      bankAccount: line('Bank Account', { optional: true }),
      confirmDays: number('Days Until a Statement Confirms', {
        hint: 'Control lists payments by mobile money and bank that no imported statement has after so many days.',
      }),
    },
  },
};

export function describePath(path: SitePath): Description {
  const [setting, field] = path.split('.') as [keyof SiteSettings, keyof Site['institute'] | undefined];
  return field ? siteFields.institute.fields[field] : siteFields[setting];
}
