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
  describeDocument,
  describeIcon,
  describeImage,
  describeLine,
  describeLogo,
  describeNumber,
  describeSms,
  describeSwitch,
  describeText,
  entryKey,
  hiddenField,
} from './description.ts';

const titleAndText = { title: describeLine('Title'), text: describeText('Text') };
const describeTextBlocks = (title: string, one: string) => ({ title, one, item: { fields: titleAndText } });
const pageFields = Object.fromEntries(
  Object.keys(siteSettings.shape.pages.shape).map((name) => [
    name,
    {
      // The titles are those of the menu: “FAQ”, “Trainers”
      title: menuLabels[`/${name}` as MenuPath] ?? capitalise(name),
      fields: { title: describeLine('Heading'), intro: describeText('Opening words', { optional: true }) },
    },
  ]),
) as { [Page in keyof Site['pages']]: DescriptionOf<Site['pages'][Page]> };
const declareLegalPage = (title: string) => ({
  title,
  fields: {
    title: describeLine('Heading'),
    intro: describeText('Opening words'),
    sections: {
      title: 'Parts',
      one: 'part',
      item: {
        fields: {
          title: describeLine('Title'),
          text: describeText('Text', { hint: 'An empty line begins a paragraph.' }),
        },
      },
    },
  },
});

const smsAudienceNames: Record<SmsAudience, string> = {
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
      name: describeLine('Name', { optional: true }),
      logo: { ...describeLogo('Beside the name, at the top of every page.'), smallest: 64, isDrawn: true },
      logoHasName: describeSwitch('The logo has the name, so the words beside it are hidden'),
      icon: describeIcon('Icon', {
        optional: true,
        hint: 'A square picture for tabs of browsers, phones and shared links. Empty: made of the logo.',
      }),
      // `LookPart` shows these two
      colors: { fields: { main: describeLine('Main colour'), accent: describeLine('Accent colour') } },
      pattern: describeLine('Pattern'),
      blurb: describeText('In one sentence', {
        optional: true,
        hint: 'Stands over the slides and at the foot of every page.',
      }),
      foundedYear: describeNumber('Founded in', { optional: true, hint: '0 is not shown.' }),
      address: describeLine('Address', { optional: true }),
      phones: { title: 'Phones', one: 'phone', item: describeLine('Phone') },
      emails: {
        title: 'Email addresses',
        one: 'email address',
        item: describeLine('Email', { hint: 'Emails to the office go to the first one.' }),
      },
      chatPhone: describeLine('Chat phone', {
        optional: true,
        hint: 'In international form, for “Chat with us”.',
      }),
      chatGreeting: describeLine('Chat greeting', { optional: true }),
      mapUrl: describeLine('Map', {
        optional: true,
        hint: 'The address of a map that can be shown in a frame.',
      }),
      directionsUrl: describeLine('Directions', { optional: true }),
      aboutDocumentUrl: describeDocument('About document', { optional: true }),
      paypalUrl: describeLine('PayPal link', { optional: true }),
    },
  },
  slides: {
    title: 'Slides',
    one: 'slide',
    item: {
      fields: {
        id: entryKey,
        title: describeLine('Title'),
        subtitle: describeText('Subtitle'),
        image: describeImage('imageAlt'),
        imageAlt: hiddenField,
      },
    },
  },
  floors: {
    title: 'Numbers that are shown at least',
    fields: {
      students: describeNumber('Students'),
      facilities: describeNumber('Facilities'),
      alumni: describeNumber('Alumni'),
    },
  },
  home: {
    title: 'News',
    fields: { showsPosts: describeSwitch('The newest articles stand on the home page') },
  },
  blurbs: describeTextBlocks('About us', 'blurb'),
  values: describeTextBlocks('Our values', 'value'),
  partners: {
    title: 'Partners',
    one: 'partner',
    item: {
      fields: {
        id: entryKey,
        name: describeLine('Name'),
        description: describeText('Description'),
        logo: describeLogo(),
      },
    },
  },
  about: {
    title: 'About us',
    fields: {
      image: { ...describeImage('imageAlt'), optional: true },
      imageAlt: hiddenField,
      mission: describeText('Mission', { optional: true }),
      vision: describeText('Vision', { optional: true }),
      text: describeText('Text', { optional: true, hint: 'An empty line begins a paragraph.' }),
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
            title: describeLine('Title', { hint: 'With the name of a program in it, the card leads there.' }),
            image: describeImage(),
          },
        },
      },
      activities: describeTextBlocks('Additional activities', 'activity'),
      digital: describeTextBlocks('Digital skills', 'digital skill'),
      creative: describeTextBlocks('Creative industry programs', 'creative program'),
    },
  },
  facilityBlocks: {
    fields: {
      equipment: describeTextBlocks('Equipment', 'piece of equipment'),
      technology: describeTextBlocks('Technology', 'technology'),
    },
  },
  alumniWords: {
    title: 'Words for alumni',
    hint: 'What your school calls them, on the alumni page and in the office. Empty: the word over the field.',
    fields: mapAlumniWords((word) =>
      describeLine(alumniWords[word], { optional: true, hint: alumniHints[word] }),
    ),
  },
  testimonials: {
    title: 'Testimonials',
    one: 'testimonial',
    item: {
      fields: {
        name: describeLine('Name'),
        role: describeLine('Role'),
        content: describeText('In their own words'),
        graduationYear: describeNumber('Graduation year'),
        currentTeam: describeLine('Current team'),
        image: describeImage(),
      },
    },
  },
  departments: {
    title: 'Departments',
    one: 'department',
    item: {
      fields: {
        name: describeLine('Name'),
        contact: describeLine('Contact'),
        phone: describeLine('Phone'),
        email: describeLine('Email'),
      },
    },
  },
  openingHours: {
    title: 'Opening hours',
    one: 'line of hours',
    item: { fields: { days: describeLine('Days'), hours: describeLine('Hours') } },
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
        question: describeLine('Question'),
        answer: describeText('Answer'),
      },
    },
  },
  socials: {
    title: 'Social networks',
    one: 'network',
    item: {
      fields: {
        url: describeLine('Address', { hint: 'Such as https://facebook.com/yourschool.' }),
        network: describeLine('Name', {
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
      intro: describeText('What it brings', {
        optional: true,
        hint: 'Stands over the form at the foot of every page, and in the email that welcomes a subscriber.',
      }),
    },
  },
  donations: {
    title: 'Ways to give',
    fields: {
      isOpen: describeSwitch('Visitors can donate'),
      bankText: describeText('Bank transfer', { optional: true }),
      paypalText: describeText('PayPal', { optional: true }),
      cardText: describeText('Mobile money and card', { optional: true }),
      merchantCode: describeLine('Merchant code', {
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
        entry: describeLine('Page'),
        hidden: describeSwitch('Hide'),
        label: describeLine('Name'),
        below: describeSwitch('Below'),
      },
    },
  },
  registrationSuccess: describeText('After a registration', {
    hint: 'What an applicant reads when it was sent, and in the email about it.',
  }),
  privacy: declareLegalPage('Privacy page'),
  terms: declareLegalPage('Terms'),
  messageTemplates: {
    title: 'What you write to applicants',
    one: 'template',
    item: {
      fields: {
        title: describeLine('Title', { hint: 'The subject, when it is sent as an email.' }),
        text: describeText('Text', {
          hint: '{name}, {program} and {reference} are filled in for each applicant.',
        }),
      },
    },
  },
  messages: {
    title: 'Messages by SMS',
    hint: 'An SMS has 160 characters, or 153 when a message needs two. Where answers reach us, the first one to a number also says “Reply STOP to end.”',
    fields: {
      smsTo: describeChoice('SMS to Applicants', Object.entries(smsAudienceNames)),
      sms: {
        title: 'Texts',
        hint: 'What stands in braces is filled in for each applicant.',
        fields: mapSmsTexts(({ label, hint, placeholders }) =>
          describeSms(label, { hint: `${hint} ${placeholders.map((name) => `{${name}}`).join(', ')}.` }),
        ),
      },
      smsEnding: describeLine('Ending', {
        optional: true,
        hint: 'Ends every SMS. Empty: the initials of the institute.',
      }),
      smsReply: describeText('Answer to an SMS', {
        optional: true,
        hint: 'Sent to who writes to us, once a day. Empty: no answer.',
      }),
      statusTexts: {
        title: 'What applicants read about their status',
        fields: {
          new: describeLine('Received'),
          reviewing: describeLine('Reviewing'),
          waiting: describeLine('Waiting list'),
          accepted: describeLine('Accepted'),
          completed: describeLine('Completed'),
          rejected: describeLine('Rejected'),
          withdrawn: describeLine('Withdrawn'),
        },
      },
      weekly: describeSwitch('On Mondays, an email to the owners about the week before'),
    },
  },
  retention: {
    title: 'How long personal data is kept',
    hint: 'In whole months; 0 erases nothing by itself. Every night the site erases what is older, for good, from the trash too. The privacy page tells visitors. Print or export what you must keep elsewhere first. Backups hold it until you delete them.',
    fields: {
      medicalMonths: describeNumber('Health answers', {
        hint: 'Counted from the day of the registration. We suggest 12.',
      }),
      personMonths: describeNumber('Whole registrations', {
        hint: 'Counted from the day of the registration, so longer than your longest program. We suggest 18 or more.',
      }),
      rejectedMonths: describeNumber('Rejected registrations', {
        hint: 'Counted from the rejection. We suggest 3.',
      }),
      messageMonths: describeNumber('Contact messages', {
        hint: 'Counted from the day of the message, also of an SMS. We suggest 12.',
      }),
    },
  },
  certificates: {
    title: 'Certificates',
    hint: 'Stands on new certificates. Those issued before keep what they have.',
    fields: {
      signerName: describeLine('Signer Name', {
        optional: true,
        hint: 'Without a signer no certificate is issued.',
      }),
      signerTitle: describeLine('Signer Title', { optional: true }),
      secondSignerName: describeLine('Second Signer Name', { optional: true }),
      secondSignerTitle: describeLine('Second Signer Title', { optional: true }),
      note: describeLine('Note', { optional: true, hint: 'The last line of the paper.' }),
    },
  },
  fees: {
    title: 'Fees',
    hint: 'Where fees are paid elsewhere than on the site. Each statement shows it, with the pay code.',
    fields: {
      mtnCode: describeLine(`${payChannels.mtn.operator} Code`, { optional: true }),
      airtelCode: describeLine(`${payChannels.airtel.operator} Code`, { optional: true }),
      bankAccount: describeLine('Bank Account', { optional: true }),
      confirmDays: describeNumber('Days Until a Statement Confirms', {
        hint: 'Control lists payments by mobile money and bank that no imported statement has after so many days.',
      }),
    },
  },
};

export function describePath(path: SitePath): Description {
  const [setting, field] = path.split('.') as [keyof SiteSettings, keyof Site['institute'] | undefined];
  return field ? siteFields.institute.fields[field] : siteFields[setting];
}
