import type { SiteSettings } from '@institute/contract';

/** The page adds the institute's name, its contact details and the retention times from the settings. */
export const privacy: SiteSettings['privacy'] = {
  title: 'Privacy',
  intro: 'What we know about you, why, who sees it, and what you can ask of us. In plain words.',
  sections: [
    {
      title: 'Who is responsible for your data',
      text: `This institute decides what happens to the data that you give us on this site, and is responsible for it under Uganda’s Data Protection and Privacy Act, 2019. Our contact details are at the end of this page.`,
    },
    {
      title: 'When you register for a program',
      text: `We ask for your name, email address and phone, and, if you like, for your date of birth, when you want to start, somebody to call in an emergency, and your health. We need them to answer you, to keep a place for you and to look after you while you learn.

You choose whether to answer the questions about your health. They help us when you fall ill in a workshop or on the field, and we use them for nothing else.

For somebody younger than 18 we ask for the name and phone of a parent or guardian, who must agree.`,
    },
    {
      title: 'When you write, donate or subscribe',
      text: `A message: we keep your name, your email address and what you wrote, to answer you.

A donation: we keep your name, email address, phone, the amount and the receipt. Cards and mobile money are handled by the payment company whose page you see. We never see your card number or your PIN.

The newsletter: we keep your email address after you have confirmed it. Every newsletter has a link to unsubscribe. When you leave, we keep only a code made from the address, which does not show it, so that nobody else can bring you back.`,
    },
    {
      title: 'Who sees it',
      text: `Only people of our office who have an account here, and those who keep our computers running. Health answers are read by those of them who need to, and each time the site records who it was, and when. They are never put into an email.

We do not sell data and do not give it to advertisers. Companies that carry our email and our website handle data for us, and only as we tell them; some of them may be outside Uganda. Authorities get data only where the law demands it.`,
    },
    {
      title: 'What this site stores on your phone',
      text: `Pages that you have opened, so that you can read them without a connection. They hold nothing about you.

A registration that you are filling in, until you close the tab, without the health answers. When you press Submit, all of it is kept on your phone, health answers too, until we have answered, and for 30 days at most. If we could not take it, it stays without the health answers until you correct or remove it.

Of each registration that we have, your phone keeps the reference, the program and the date, until you remove them under “My applications on this phone”. Do so on a phone that others use.

One cookie remembers the language that you chose, and one that you want to use less data. There are no advertising cookies, and we do not track your visits.`,
    },
    {
      title: 'What others learn when you ask for it',
      text: `Another language: the page is translated by Google, which then reads the page and sees your internet address. Do not choose a language there while you write about your health.

Videos are played by YouTube and the map comes from OpenStreetMap. They see your internet address when you press play or show the map, and not before.

The chat opens WhatsApp.`,
    },
    {
      title: 'What the site records by itself',
      text: `When you send a form, we record the time, your internet address and your browser, to stop abuse. This is deleted after two years. The emails that we have sent you are deleted from the site after 30 days, and so is what the office has put into the trash.`,
    },
    {
      title: 'What you can ask of us',
      text: `You may ask what we hold about you and get a copy, have it corrected, have it erased, and object to its use, or withdraw your consent. It costs nothing. Tell us which email address or phone number you gave us. Of a donation we keep what the tax law demands: the amount, the date and the receipt number, without your name.

Withdrawing your consent does not undo what was done before. Without your data we may not be able to keep a place for you.`,
    },
    {
      title: 'If you are not satisfied',
      text: `Please tell us first. You may also complain to the Personal Data Protection Office of Uganda, at pdpo.go.ug. If data about you ever gets into the wrong hands, we tell that office at once, and we tell you as it directs.`,
    },
  ],
};

export const terms: SiteSettings['terms'] = {
  title: 'Terms',
  intro: 'What you agree to when you register, donate or use this site.',
  sections: [
    {
      title: 'Registration',
      text: `A registration is a request for a place. It costs nothing and binds you to nothing. A place is yours when we have told you that we accept you.

What you tell us must be true. Register yourself, or a child of whom you are the parent or guardian.

By ticking the box at the end you agree to these terms, and to our use of your data as our privacy page describes it, including the answers about your health if you give them. The site records when you agreed, and to which version of both texts.`,
    },
    {
      title: 'Fees and programs',
      text: `The page of each program shows its fees, dates and contents. They can change until we have accepted you. Programs begin when enough people have registered; if one does not begin, you owe nothing.`,
    },
    {
      title: 'Donations',
      text: `A donation is voluntary and buys nothing. You get a receipt by email. If you donated by mistake, write to us within 14 days and we will send the money back the way it came, less what the payment company keeps.`,
    },
    {
      title: 'This site',
      text: `We take care that this site is correct and works, but we cannot promise that it always does. Texts and pictures belong to the institute or to those who made them; ask before you use them elsewhere.

Please do not try to break the site or send forms that you do not mean. If you find a weakness, please tell us.`,
    },
    {
      title: 'Law',
      text: `The law of Uganda applies. We may change these terms. For a registration, the version that you agreed to applies.`,
    },
  ],
};
