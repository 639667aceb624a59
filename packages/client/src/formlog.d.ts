// Generated from /openapi.json by: npm run client

export interface paths {
  '/api/public/v1/forms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List forms, or read one with its fields
     * @description Without `id`: the forms of the key's account, newest first, up to 100 a page; `limit` beyond that is refused. With `id`: that form with the definition of its fields.
     */
    get: operations['listForms'];
    put?: never;
    /**
     * Create a form
     * @description Creates a form in any status with its fields, for an account.
     */
    post: operations['createOwnForm'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a form's title, description, status or fields
     * @description Changes the members that the body gives. `published` and `closed` are the statuses a form can be changed to. Send `If-Match` with the `ETag` of the form to refuse a change over a newer revision, and an `Idempotency-Key` to repeat the request safely.
     */
    patch: operations['changeForm'];
    trace?: never;
  };
  '/api/public/v1/forms/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a form with its fields
     * @description One form of the key's account, with the definition of its fields.
     */
    get: operations['readOwnForm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/forms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's forms
     * @description Forms of any status, newest first, up to 100 a page.
     */
    get: operations['listFormsOfAccount'];
    put?: never;
    /**
     * Create a form
     * @description Creates a form in any status with its fields, for an account.
     */
    post: operations['createForm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/forms/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a form
     * @description The form with its fields, its settings and the number of its submissions.
     */
    get: operations['readForm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a form
     * @description Changes the members that the body gives; `fields` replaces the whole definition. Fields keep their identity by `id`. Earlier submissions keep the definition of their version.
     */
    patch: operations['changeFormAndFields'];
    trace?: never;
  };
  '/api/admin/v1/forms/{id}/completion': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read how many begun submissions of a form are completed, and where people stop
     * @description Counts the submissions that were begun before they were complete. Hidden fields and defaults do not count as answered.
     */
    get: operations['readCompletion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/forms/{id}/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the answers to a form
     * @description Figures of each question, by its kind. They are exact: an export with the same filters has the same answers. Submissions whose erasure has begun do not count. A large form takes some seconds: after nine seconds the response is 202, the count goes on, and a request with `counted_since` gets it.
     */
    get: operations['countAnswers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/forms/{id}/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the answers to a form
     * @description Figures of each question, by its kind. They are exact: an export with the same filters has the same answers. Submissions whose erasure has begun do not count. A large form takes some seconds: after nine seconds the response is 202, the count goes on, and a request with `counted_since` gets it.
     */
    get: operations['countOwnAnswers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/embedding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the sites that may show the forms
     * @description Null permits the pages of every site, which is the default.
     */
    get: operations['readEmbedding'];
    /**
     * Change the sites that may show the forms
     * @description Browsers refuse to show the forms in pages of other sites. Takes effect within a second.
     */
    put: operations['changeEmbedding'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/embedding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the sites that may show the forms
     * @description Null permits the pages of every site, which is the default.
     */
    get: operations['readOwnEmbedding'];
    /**
     * Change the sites that may show the forms
     * @description Browsers refuse to show the forms in pages of other sites. Takes effect within a second.
     */
    put: operations['changeOwnEmbedding'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/submissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List submissions, or read one with its answers
     * @description Without `id`: the submissions of the key's account, newest first. `limit` above 200 counts as 200. `since` is inclusive, `until` is not. With `search`, a page may have few submissions or none and yet a `next_cursor`; `coverage` says how far the search went. It is quickest with `form_id`. With `id`: that submission with every answer.
     */
    get: operations['listSubmissions'];
    put?: never;
    /**
     * Submit to a published form
     * @description Answers are named by the keys of the fields. Every problem of the answers is named in one response. The submission is stored durably before the response; webhooks follow. It belongs to the version of the form that `form_version` names. With `is_complete: false` the submission is begun: answers may be missing, no webhook follows, and it is completed by a change, or erased when it expires. With an `Idempotency-Key` a repeated request gets the first response.
     */
    post: operations['createSubmission'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/submissions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a submission with its answers
     * @description The submission with every answer.
     */
    get: operations['readOwnSubmission'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Save, complete or correct a submission
     * @description Merges `answers` into those of a submission that was begun with `is_complete: false`, which moves `expires_at`. With `is_complete: true` all answers are checked as those of a new submission; it then counts in the quota, and webhooks follow. If the fields of the form have changed since it was begun, the answers are those of the present fields, and answers to removed ones move to `removed_fields`. A complete submission is changed with `correction` alone, and every earlier answer stays in its history.
     */
    patch: operations['changeOwnSubmission'];
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/submissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's submissions
     * @description The public list, for any account.
     */
    get: operations['listSubmissionsOfAccount'];
    put?: never;
    /**
     * Submit to a published form of an account
     * @description The public operation, on behalf of an account.
     */
    post: operations['submitToForm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/submissions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a submission with its answers
     * @description The submission with every answer.
     */
    get: operations['readSubmission'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Save, complete or correct a submission
     * @description Merges `answers` into those of a submission that was begun with `is_complete: false`, which moves `expires_at`. With `is_complete: true` all answers are checked as those of a new submission; it then counts in the quota, and webhooks follow. If the fields of the form have changed since it was begun, the answers are those of the present fields, and answers to removed ones move to `removed_fields`. A complete submission is changed with `correction` alone, and every earlier answer stays in its history.
     */
    patch: operations['changeSubmission'];
    trace?: never;
  };
  '/api/admin/v1/submissions/{id}/revoke-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke the respondent's links to a submission
     * @description The links with which the respondent can correct the submission no longer work. Links that are made later do. A submission that is not complete has no links, and stays as it is.
     */
    post: operations['revokeLinks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/submissions/{id}/revoke-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke the respondent's links to a submission
     * @description The links with which the respondent can correct the submission no longer work. Links that are made later do. A submission that is not complete has no links, and stays as it is.
     */
    post: operations['revokeOwnLinks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/forms/{id}/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import submissions into a form
     * @description Rows that were answered elsewhere become submissions of the form, which may have any status but `archived`. Each keeps its `submitted_at`, and its record has `imported_at`. An invalid row is refused with its reasons, and the others are imported. A row that is sent again, at any time, is not imported twice; its outcome has `replayed`. Rows count and send webhooks like all submissions.
     */
    post: operations['importSubmissions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the files of an account, newest first
     * @description Files of submissions, and files that no submission has yet.
     */
    get: operations['listFiles'];
    put?: never;
    /**
     * Upload a file in one request
     * @description The body is the content, whatever its Content-Type. Type and size are checked while the bytes arrive. The file belongs to the submission whose answer names its id. One that no submission names within 24 hours is removed. Large files are better sent by tus, which resumes: `/api/public/v1/uploads`.
     */
    post: operations['uploadFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the files of an account, newest first
     * @description Files of submissions, and files that no submission has yet.
     */
    get: operations['listOwnFiles'];
    put?: never;
    /**
     * Upload a file in one request
     * @description The body is the content, whatever its Content-Type. Type and size are checked while the bytes arrive. The file belongs to the submission whose answer names its id. One that no submission names within 24 hours is removed. Large files are better sent by tus, which resumes: `/api/public/v1/uploads`.
     */
    post: operations['uploadOwnFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what is known of a file
     * @description Name, size, type and hash of a file, with a link to its content.
     */
    get: operations['readFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what is known of a file
     * @description Name, size, type and hash of a file, with a link to its content.
     */
    get: operations['readOwnFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/files/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file
     * @description The content, as an attachment. A `Range` of bytes may be asked for.
     */
    get: operations['downloadFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/files/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file
     * @description The content, as an attachment. A `Range` of bytes may be asked for.
     */
    get: operations['downloadOwnFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/files/verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare all files with their contents
     * @description Newline-delimited JSON: a line for each file whose content is `missing`, was `changed`, or has another hash than its submission records (`contradiction`), and for each content that is of no file and older than an upload may be (`orphan`); at last the numbers of `files`, `contents` and `problems`. Every content is read.
     */
    get: operations['verifyFiles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/pictures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Store a picture for the pages of forms
     * @description The body is a PNG, JPEG, WebP or GIF without movement, whatever its Content-Type; SVG is refused. Metadata such as the place of a photograph are removed, and at most 96 KiB and four million pixels may remain. A picture never changes: the same content has the same id. Its bytes count as `file_bytes` of the plan, and leave with the account. Forms name it in their `look`.
     */
    post: operations['storePicture'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/pictures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Store a picture for the pages of forms
     * @description The body is a PNG, JPEG, WebP or GIF without movement, whatever its Content-Type; SVG is refused. Metadata such as the place of a photograph are removed, and at most 96 KiB and four million pixels may remain. A picture never changes: the same content has the same id. Its bytes count as `file_bytes` of the plan, and leave with the account. Forms name it in their `look`.
     */
    post: operations['storeOwnPicture'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/pictures/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what is known of a picture
     * @description Type and size of a picture.
     */
    get: operations['readPicture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/pictures/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what is known of a picture
     * @description Type and size of a picture.
     */
    get: operations['readOwnPicture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/pictures/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a picture
     * @description The content, without the metadata that it was uploaded with.
     */
    get: operations['downloadPicture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/pictures/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a picture
     * @description The content, without the metadata that it was uploaded with.
     */
    get: operations['downloadOwnPicture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/submissions/{id}/payment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record that a submission was paid
     * @description The payment has to match the answer to its payment field in the amount, in the minor unit, and the currency. Otherwise it is refused with `payment_mismatch`, and the refusal is recorded in the history of the submission. A submission is paid once, and a payment pays one submission; any other payment is refused with `conflict`. `details` has `reason` and `given`, and `expected` where the caller may read answers. A repeated confirmation changes nothing.
     */
    post: operations['completePayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/submissions/{id}/payment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record that a submission was paid
     * @description The payment has to match the answer to its payment field in the amount, in the minor unit, and the currency. Otherwise it is refused with `payment_mismatch`, and the refusal is recorded in the history of the submission. A submission is paid once, and a payment pays one submission; any other payment is refused with `conflict`. `details` has `reason` and `given`, and `expected` where the caller may read answers. A repeated confirmation changes nothing.
     */
    post: operations['completeOwnPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/payment-providers/stripe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the settings of the receiver for Stripe's events
     * @description Matching events are recorded as payments, and others in the history of their submission. Events that name no submission of the account are listed here.
     */
    get: operations['readStripe'];
    /**
     * Set the secret that signs Stripe's events
     * @description Events that are signed with it are received from then on. The former secret becomes invalid. While Stripe rolls a secret, it signs with both. The secret is stored encrypted and never shown.
     */
    put: operations['setStripeSecret'];
    post?: never;
    /**
     * Stop receiving Stripe's events
     * @description Events of Stripe are refused from then on.
     */
    delete: operations['removeStripe'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/payment-providers/stripe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the settings of the receiver for Stripe's events
     * @description Matching events are recorded as payments, and others in the history of their submission. Events that name no submission of the account are listed here.
     */
    get: operations['readOwnStripe'];
    /**
     * Set the secret that signs Stripe's events
     * @description Events that are signed with it are received from then on. The former secret becomes invalid. While Stripe rolls a secret, it signs with both. The secret is stored encrypted and never shown.
     */
    put: operations['setOwnStripeSecret'];
    post?: never;
    /**
     * Stop receiving Stripe's events
     * @description Events of Stripe are refused from then on.
     */
    delete: operations['removeOwnStripe'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/payment-providers/stripe/reencrypt-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Re-encrypt Stripe's secret with the newest master key
     * @description Does nothing if there is no secret, or if the newest master key has already encrypted it.
     */
    post: operations['reencryptStripeSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/destinations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's destinations
     * @description Destinations that were not removed, with the result of their last attempts.
     */
    get: operations['listDestinations'];
    put?: never;
    /**
     * Add a destination; the response shows its secret once
     * @description The plan of the account limits its destinations (200 at most), and the `included_questions` of each 32768 bytes at most together. A key without the scope `submissions:read` adds destinations for `form.published` alone. The URL must be https and public unless the operator allows its host. The signing secret is in this response only. A completed template is accepted as the body, too.
     */
    post: operations['addDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/destinations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's destinations
     * @description Destinations that were not removed, with the result of their last attempts.
     */
    get: operations['listOwnDestinations'];
    put?: never;
    /**
     * Add a destination; the response shows its secret once
     * @description The plan of the account limits its destinations (200 at most), and the `included_questions` of each 32768 bytes at most together. A key without the scope `submissions:read` adds destinations for `form.published` alone. The URL must be https and public unless the operator allows its host. The signing secret is in this response only. A completed template is accepted as the body, too.
     */
    post: operations['addOwnDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a destination
     * @description The destination, its health and its secrets by their age, never the secrets themselves.
     */
    get: operations['readDestination'];
    put?: never;
    post?: never;
    /**
     * Remove a destination
     * @description Deliveries that wait for the destination are skipped. Its history stays.
     */
    delete: operations['removeDestination'];
    options?: never;
    head?: never;
    /**
     * Change a destination
     * @description Changes the members that the body gives. Waiting deliveries that the new settings no longer include are cancelled when they come due. A change of `url`, `events`, `form_id` or `included_questions` needs the scope `submissions:read`, too, because the destination receives answers.
     */
    patch: operations['changeDestination'];
    trace?: never;
  };
  '/api/public/v1/destinations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a destination
     * @description The destination, its health and its secrets by their age, never the secrets themselves.
     */
    get: operations['readOwnDestination'];
    put?: never;
    post?: never;
    /**
     * Remove a destination
     * @description Deliveries that wait for the destination are skipped. Its history stays.
     */
    delete: operations['removeOwnDestination'];
    options?: never;
    head?: never;
    /**
     * Change a destination
     * @description Changes the members that the body gives. Waiting deliveries that the new settings no longer include are cancelled when they come due. A change of `url`, `events`, `form_id` or `included_questions` needs the scope `submissions:read`, too, because the destination receives answers.
     */
    patch: operations['changeOwnDestination'];
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable a destination
     * @description Deliveries of later events are sent again. Earlier ones are sent by a recovery.
     */
    post: operations['enableDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/destinations/{id}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable a destination
     * @description Deliveries of later events are sent again. Earlier ones are sent by a recovery.
     */
    post: operations['enableOwnDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disable a destination
     * @description Deliveries that come due are skipped until the destination is enabled.
     */
    post: operations['disableDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/destinations/{id}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disable a destination
     * @description Deliveries that come due are skipped until the destination is enabled.
     */
    post: operations['disableOwnDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}/ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event, even to a disabled destination
     * @description The ping is a delivery with attempts and a signature of its own, listed with the others.
     */
    post: operations['pingDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/destinations/{id}/ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event, even to a disabled destination
     * @description The ping is a delivery with attempts and a signature of its own, listed with the others.
     */
    post: operations['pingOwnDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate a signing secret; the response shows the new secret once
     * @description Both secrets sign for 24 hours, so that the receiver can switch. A second rotation within that time ends the first secret at once.
     */
    post: operations['rotateSigningSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/destinations/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate a signing secret; the response shows the new secret once
     * @description Both secrets sign for 24 hours, so that the receiver can switch. A second rotation within that time ends the first secret at once.
     */
    post: operations['rotateOwnSigningSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/template': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a destination template to fill in
     * @description A JSON document with every setting and its default, to fill in and send to the operation that adds one.
     */
    get: operations['readDestinationTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/destinations/template': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a destination template to fill in
     * @description A JSON document with every setting and its default, to fill in and send to the operation that adds one.
     */
    get: operations['readOwnDestinationTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}/reencrypt-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Re-encrypt the secrets of a destination with the newest master key
     * @description For a change of the master key, after which the former key is no longer needed.
     */
    post: operations['reencryptSigningSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/parked': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the destinations that are parked, the oldest first
     * @description Destinations whose signing secret cannot be opened. Their deliveries wait.
     */
    get: operations['listParkedDestinations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/parked/retries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try parked destinations again: one, or all
     * @description Asks the schedulers to retry the destinations now instead of at their next turn.
     */
    post: operations['retryParkedDestinations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's deliveries
     * @description Deliveries by status, destination, event, form, submission and time, newest first, up to 100 a page.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's deliveries
     * @description Deliveries by status, destination, event, form, submission and time, newest first, up to 100 a page.
     */
    get: operations['listOwnDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery with every attempt
     * @description The delivery with each attempt: time, duration, response and reason of failure. Without the scope `submissions:read` responses about submissions are left out; `withheld` says so.
     */
    get: operations['readDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery with every attempt
     * @description The delivery with each attempt: time, duration, response and reason of failure. Without the scope `submissions:read` responses about submissions are left out; `withheld` says so.
     */
    get: operations['readOwnDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries/{id}/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the requests that a delivery made, as they were sent
     * @description Each request byte for byte, with headers and body, computed again from the log. Signatures need the secret of that time. Without the scope `submissions:read` a body with answers is null, with `requires_submissions_read` in `missing`.
     */
    get: operations['readSentRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/deliveries/{id}/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the requests that a delivery made, as they were sent
     * @description Each request byte for byte, with headers and body, computed again from the log. Signatures need the secret of that time. Without the scope `submissions:read` a body with answers is null, with `requires_submissions_read` in `missing`.
     */
    get: operations['readOwnSentRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery again
     * @description Sends the same body with the same delivery id, from any status, and restarts the retry schedule. A delivery that waits for a later attempt is due at once; a due delivery does not change. A disabled destination refuses it until it is enabled; a removed destination and an erased submission refuse it permanently.
     */
    post: operations['replayDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/deliveries/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery again
     * @description Sends the same body with the same delivery id, from any status, and restarts the retry schedule. A delivery that waits for a later attempt is due at once; a due delivery does not change. A disabled destination refuses it until it is enabled; a removed destination and an erased submission refuse it permanently.
     */
    post: operations['replayOwnDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a waiting delivery
     * @description No further attempt is made, and the delivery cannot be sent again. An attempt in progress is still recorded; if it arrives, the delivery has succeeded. A cancelled delivery does not change; any other that has ended refuses it.
     */
    post: operations['cancelDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/deliveries/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a waiting delivery
     * @description No further attempt is made, and the delivery cannot be sent again. An attempt in progress is still recorded; if it arrives, the delivery has succeeded. A cancelled delivery does not change; any other that has ended refuses it.
     */
    post: operations['cancelOwnDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of all accounts
     * @description The list of an account, over all accounts.
     */
    get: operations['listAllDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the changes in the delivery log
     * @description The present state of each delivery that changed since `after`, in the order of the log. Without `after`, only the `position` to start with.
     */
    get: operations['readDeliveryChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/recoverable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the deliveries that a recovery would send again
     * @description The size of a recovery before it is requested, with the same filters.
     */
    get: operations['countRecoverable'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/recoverable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the deliveries that a recovery would send again
     * @description The size of a recovery before it is requested, with the same filters.
     */
    get: operations['countOwnRecoverable'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/recoveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's recoveries
     * @description Recoveries of the account, newest first.
     */
    get: operations['listRecoveries'];
    put?: never;
    /**
     * Send undelivered webhooks again
     * @description Deliveries that failed, ran out of attempts or were skipped, or those in the given `statuses`, of events since a time or a log position: to one destination, or to every enabled destination of the account. Each is sent again once, oldest event first.
     */
    post: operations['requestRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/recoveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's recoveries
     * @description Recoveries of the account, newest first.
     */
    get: operations['listOwnRecoveries'];
    put?: never;
    /**
     * Send undelivered webhooks again
     * @description Deliveries that failed, ran out of attempts or were skipped, or those in the given `statuses`, of events since a time or a log position: to one destination, or to every enabled destination of the account. Each is sent again once, oldest event first.
     */
    post: operations['requestOwnRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/recoveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of a recovery
     * @description Counts of the deliveries that were sent, succeeded or failed, and of the remaining ones.
     */
    get: operations['readRecovery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/recoveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of a recovery
     * @description Counts of the deliveries that were sent, succeeded or failed, and of the remaining ones.
     */
    get: operations['readOwnRecovery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/recoveries/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a recovery
     * @description No further delivery is sent until the recovery is resumed.
     */
    post: operations['pauseRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/recoveries/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a recovery
     * @description No further delivery is sent until the recovery is resumed.
     */
    post: operations['pauseOwnRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/recoveries/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a paused recovery
     * @description Continues after the last delivery that was sent.
     */
    post: operations['resumeRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/recoveries/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a paused recovery
     * @description Continues after the last delivery that was sent.
     */
    post: operations['resumeOwnRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/recoveries/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a recovery; deliveries already sent stay sent
     * @description A cancelled recovery cannot be resumed.
     */
    post: operations['cancelRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/recoveries/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a recovery; deliveries already sent stay sent
     * @description A cancelled recovery cannot be resumed.
     */
    post: operations['cancelOwnRecovery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/cancellable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the waiting deliveries that a cancellation would cancel
     * @description The size of a cancellation before it is requested, with the same filters.
     */
    get: operations['countCancellable'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/cancellable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the waiting deliveries that a cancellation would cancel
     * @description The size of a cancellation before it is requested, with the same filters.
     */
    get: operations['countOwnCancellable'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/cancellations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's cancellations
     * @description Cancellations of the account, newest first.
     */
    get: operations['listCancellations'];
    put?: never;
    /**
     * Cancel waiting deliveries
     * @description Deliveries that wait for an attempt, of events since a time or a log position: to one destination, or to every destination of the account. None of them is attempted again. A cancelled delivery cannot be sent again.
     */
    post: operations['requestCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/cancellations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's cancellations
     * @description Cancellations of the account, newest first.
     */
    get: operations['listOwnCancellations'];
    put?: never;
    /**
     * Cancel waiting deliveries
     * @description Deliveries that wait for an attempt, of events since a time or a log position: to one destination, or to every destination of the account. None of them is attempted again. A cancelled delivery cannot be sent again.
     */
    post: operations['requestOwnCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/cancellations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of a cancellation
     * @description Counts of the deliveries that were cancelled or skipped.
     */
    get: operations['readCancellation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/cancellations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of a cancellation
     * @description Counts of the deliveries that were cancelled or skipped.
     */
    get: operations['readOwnCancellation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/cancellations/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a cancellation
     * @description No further delivery is cancelled until the cancellation is resumed.
     */
    post: operations['pauseCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/cancellations/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a cancellation
     * @description No further delivery is cancelled until the cancellation is resumed.
     */
    post: operations['pauseOwnCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/cancellations/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a paused cancellation
     * @description Continues after the last delivery that was cancelled.
     */
    post: operations['resumeCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/cancellations/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a paused cancellation
     * @description Continues after the last delivery that was cancelled.
     */
    post: operations['resumeOwnCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/cancellations/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a cancellation; deliveries already cancelled stay cancelled
     * @description Deliveries that are not cancelled yet are sent when they come due.
     */
    post: operations['cancelCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/cancellations/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a cancellation; deliveries already cancelled stay cancelled
     * @description Deliveries that are not cancelled yet are sent when they come due.
     */
    post: operations['cancelOwnCancellation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts
     * @description Accounts, newest first.
     */
    get: operations['listAccounts'];
    put?: never;
    /**
     * Open an account
     * @description Opens an account with a plan, which sets its quota and rate limits.
     */
    post: operations['openAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an account
     * @description The account, its plan, and how much of each limit it uses.
     */
    get: operations['readAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an account
     * @description A plan takes effect for the next request; submissions already counted in the month stay counted. A language and a time zone are those of forms that are created afterwards; existing forms keep theirs.
     */
    patch: operations['changeAccount'];
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download everything of an account
     * @description A ZIP archive that `formlog accounts import` reads elsewhere: settings, members and open invitations, forms with the versions of their questions, submissions, files, destinations without their secrets, the delivery log and the history. Its `README.txt` describes each file, and its `manifest.json` has their numbers and hashes. A key needs the scopes `submissions:read`, `forms:read` and `webhooks:read`. With a key that lacks `account:write`, the archive has no members and invitations, and its manifest says so. If a store fails, the download is cut off and is no archive. Files that are missing from the store, or were changed there, are named in the manifest.
     */
    get: operations['exportAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download everything of an account
     * @description A ZIP archive that `formlog accounts import` reads elsewhere: settings, members and open invitations, forms with the versions of their questions, submissions, files, destinations without their secrets, the delivery log and the history. Its `README.txt` describes each file, and its `manifest.json` has their numbers and hashes. A key needs the scopes `submissions:read`, `forms:read` and `webhooks:read`. With a key that lacks `account:write`, the archive has no members and invitations, and its manifest says so. If a store fails, the download is cut off and is no archive. Files that are missing from the store, or were changed there, are named in the manifest.
     */
    get: operations['exportOwnAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/close': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Close an account and erase everything of it
     * @description Within a second, the keys of the account are refused with 401 `revoked_key`, its forms say that they are closed, and nothing is sent to its destinations. Then its forms, submissions, files, destinations, webhooks, keys and settings are erased from every store, and its name with them. This cannot be undone. A repeated request returns the progress.
     */
    post: operations['closeAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/closing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of the erasure of a closed account
     * @description How many records of each kind are erased, and what the erasure waits for. Complete once no member of any store holds anything of the account. `not_found` for an account that was not closed.
     */
    get: operations['readClosing'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the account of the key
     * @description The name, the plan, how much of each limit is used, and when the counts of the month begin again.
     */
    get: operations['readOwnAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the account of the key
     * @description A language and a time zone are those of forms that are created afterwards; existing forms keep theirs. Operators change the plan.
     */
    patch: operations['changeOwnAccount'];
    trace?: never;
  };
  '/api/public/v1/account/close': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Close the account of the key and erase everything of it
     * @description Within a second, every key of the account is refused with 401 `revoked_key`, also that of the request. Its forms say that they are closed, and nothing is sent to its destinations. Then everything of it is erased from every store. This cannot be undone. People keep their other accounts. `progress_url` shows the progress.
     */
    post: operations['closeOwnAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's keys
     * @description Keys with their scopes and last use, never the keys themselves.
     */
    get: operations['listKeys'];
    put?: never;
    /**
     * Issue a key; the response shows it once
     * @description The service stores a hash of the key and cannot show it again. A key issues only keys with scopes that it has itself, and that expire no later than it does.
     */
    post: operations['issueKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List an account's keys
     * @description Keys with their scopes and last use, never the keys themselves.
     */
    get: operations['listOwnKeys'];
    put?: never;
    /**
     * Issue a key; the response shows it once
     * @description The service stores a hash of the key and cannot show it again. A key issues only keys with scopes that it has itself, and that expire no later than it does.
     */
    post: operations['issueOwnKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a key
     * @description The key by its id, which is the part of the key between the prefix and the secret. Never the key itself.
     */
    get: operations['readKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a key
     * @description The key by its id, which is the part of the key between the prefix and the secret. Never the key itself.
     */
    get: operations['readOwnKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/keys/{id}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke a key
     * @description Requests with the key are refused within a second in every process.
     */
    post: operations['revokeKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/keys/{id}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke a key
     * @description Requests with the key are refused within a second in every process.
     */
    post: operations['revokeOwnKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members
     * @description The people who may enter the account in the console, each with a role.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members
     * @description The people who may enter the account in the console, each with a role.
     */
    get: operations['listOwnMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/members/{person}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member
     * @description The sessions of the person in this account end within a second.
     */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    /**
     * Change the role of a member
     * @description Takes effect within a second. An account keeps one owner at least. A key gives only roles whose scopes it has, and none if it expires.
     */
    patch: operations['changeMember'];
    trace?: never;
  };
  '/api/public/v1/members/{person}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member
     * @description The sessions of the person in this account end within a second.
     */
    delete: operations['removeOwnMember'];
    options?: never;
    head?: never;
    /**
     * Change the role of a member
     * @description Takes effect within a second. An account keeps one owner at least. A key gives only roles whose scopes it has, and none if it expires.
     */
    patch: operations['changeOwnMember'];
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/members/{person}/second-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Turn off the second factor of a member
     * @description For a person who has lost both the app and the recovery codes. From then on the password is enough. The audit trail of the account records it.
     */
    delete: operations['resetSecondFactor'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the invitations that may still be accepted
     * @description The oldest first.
     */
    get: operations['listInvitations'];
    put?: never;
    /**
     * Invite a person to be a member
     * @description The invitation is mailed, and may be accepted within seven days. A service without a mail server answers with its link instead. If the mail server refuses the mail, the invitation stays, and only an operator gets the link. Beyond 5 mails an hour to an address, keys are answered 429. A key gives only roles whose scopes it has, and none if it expires. An earlier invitation to the same address is withdrawn.
     */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the invitations that may still be accepted
     * @description The oldest first.
     */
    get: operations['listOwnInvitations'];
    put?: never;
    /**
     * Invite a person to be a member
     * @description The invitation is mailed, and may be accepted within seven days. A service without a mail server answers with its link instead. If the mail server refuses the mail, the invitation stays, and only an operator gets the link. Beyond 5 mails an hour to an address, keys are answered 429. A key gives only roles whose scopes it has, and none if it expires. An earlier invitation to the same address is withdrawn.
     */
    post: operations['inviteOwnMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/invitations/{invitation}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an invitation again
     * @description The end of the invitation stays as it is. A key sends only invitations with roles whose scopes it has, and none if it expires. Beyond 5 mails an hour to an address, keys are answered 429.
     */
    post: operations['sendInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/invitations/{invitation}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an invitation again
     * @description The end of the invitation stays as it is. A key sends only invitations with roles whose scopes it has, and none if it expires. Beyond 5 mails an hour to an address, keys are answered 429.
     */
    post: operations['sendOwnInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/invitations/{invitation}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw an invitation
     * @description Its link no longer works, and its address is erased.
     */
    delete: operations['withdrawInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/invitations/{invitation}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw an invitation
     * @description Its link no longer works, and its address is erased.
     */
    delete: operations['withdrawOwnInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/people/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a person, by the id or the address
     * @description With the accounts that the person may enter. An address finds the person who signs in with it now.
     */
    get: operations['readPerson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/people/{id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a person
     * @description Within a second, all sessions of the person end, the person is no longer a member of any account, and the address is free. Then the name, the address, the password, the sessions and the chosen notices are erased from every store; histories show “A person who was erased”. This cannot be undone. Refused with `last_owner` while the person is the only owner of an account that is not closed; `details.accounts` names these accounts. A repeated request returns the progress.
     */
    post: operations['erasePerson'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/people/{id}/erasure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of the erasure of a person
     * @description Complete once no member of any store holds anything personal of the person. `not_found` for a person who is not erased.
     */
    get: operations['readPersonErasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/members/{person}/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the notices that a member has chosen
     * @description The events of which a member gets a mail or a message in a chat.
     */
    get: operations['readNoticeChoices'];
    /**
     * Choose the notices of a member
     * @description A channel that is absent stays as it is. Notices in a chat need the address of its incoming webhook.
     */
    put: operations['chooseNotices'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/members/{person}/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the notices that a member has chosen
     * @description The events of which a member gets a mail or a message in a chat.
     */
    get: operations['readOwnNoticeChoices'];
    /**
     * Choose the notices of a member
     * @description A channel that is absent stays as it is. Notices in a chat need the address of its incoming webhook.
     */
    put: operations['chooseOwnNotices'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the notices of an account
     * @description Each notice to a member with its attempts, newest first. It holds no address.
     */
    get: operations['listNotices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/public/v1/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the notices of an account
     * @description Each notice to a member with its attempts, newest first. It holds no address.
     */
    get: operations['listOwnNotices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/console-tickets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Issue a link that signs you in to the console
     * @description The link opens one session of 12 hours under your name and role, and expires after an hour.
     */
    post: operations['issueConsoleTicket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/sign-up-invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite a person to open an account
     * @description Mails a link with which the person opens an account, once, within seven days. A service without a mail server answers with the link instead. Nothing is stored, so that an invitation cannot be withdrawn. The setting `SIGN_UP` must be `invitation` or `open`.
     */
    post: operations['inviteToSignUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/submissions/{id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a submission permanently
     * @description Erases the answers, the payment and the deliveries of the submission. This cannot be undone. A repeated request returns the progress of the erasure.
     */
    post: operations['eraseSubmission'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/submissions/{id}/erasure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the progress of the erasure of a submission
     * @description Complete once every member of every store no longer holds the submission; until then, the members that the erasure waits for.
     */
    get: operations['readErasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the audit facts that remain after erasures
     * @description Each erasure with its time and actor, oldest first.
     */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/event-store-members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the members of the event store that erasures wait for
     * @description Every member ever seen in a cluster. A single node is not listed.
     */
    get: operations['listEventStoreMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/event-store-members/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Forget a member of the event store that has left permanently
     * @description An erasure is complete once every known member has removed the erased data from its files. A member that answers again is listed again.
     */
    delete: operations['forgetEventStoreMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/forms/{id}/erasures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the submissions that an erasure would take
     * @description The submissions to a form that satisfy all filters; without filters all of them, whatever their status. Nothing is erased.
     */
    get: operations['countSelectedForErasure'];
    put?: never;
    /**
     * Erase the next of the selected submissions permanently
     * @description Erases some of the submissions that satisfy all filters, oldest first, for about a second. This cannot be undone. Send the request again with `asked_at`, `after_id` and `after_submitted_at` of the response until `is_done`. Submissions whose erasure has begun are passed over, so that a request can be repeated, also without a place.
     */
    post: operations['eraseSelected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/exports/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download events, in a chain of hashes
     * @description Newline-delimited JSON. Each line holds a hash of itself and of the line before; the last line states the count. An interrupted download continues after its last line.
     */
    get: operations['exportEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/forms/{id}/exports/submissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the submissions to a form, oldest first
     * @description Newline-delimited JSON, CSV or an Excel workbook, or a ZIP archive of one of them and the files that people submitted. An interrupted download continues after its last row, but for a workbook and an archive.
     */
    get: operations['exportSubmissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of an account, or its state at a point
     * @description Each event with its time, actor and request, as a sentence and as data. `as_of` gives the state at a moment, with `compared_to` also the difference of two.
     */
    get: operations['historyOfAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/forms/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a form, or its state at a point
     * @description Each event with its time, actor and request, as a sentence and as data. `as_of` gives the state at a moment, with `compared_to` also the difference of two.
     */
    get: operations['historyOfForm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/submissions/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a submission, or its state at a point
     * @description Each event with its time, actor and request, as a sentence and as data. `as_of` gives the state at a moment, with `compared_to` also the difference of two.
     */
    get: operations['historyOfSubmission'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/destinations/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a destination, or its state at a point
     * @description Each event with its time, actor and request, as a sentence and as data. `as_of` gives the state at a moment, with `compared_to` also the difference of two.
     */
    get: operations['historyOfDestination'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/deliveries/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The history of a delivery, or its state at a point
     * @description Each event with its time, actor and request, as a sentence and as data. `as_of` gives the state at a moment, with `compared_to` also the difference of two.
     */
    get: operations['historyOfDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/trail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the acts of people and API keys in an account
     * @description Changes of forms, their unpublished changes, destinations, keys, the plan, recoveries, erasures and corrections, merged from the streams of the account. Submissions and single webhooks have histories of their own.
     */
    get: operations['trailOfAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List read models, copies of them, and process managers
     * @description The status, position and lag of each read model, copy and process manager.
     */
    get: operations['listProjections'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the status of a read model
     * @description The status with the progress of a build and the generations that exist.
     */
    get: operations['readProjection'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents of a read model or a copy
     * @description Documents as they are stored, by their ids, up to 100 a page.
     */
    get: operations['listDocuments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/rebuild': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rebuild a read model while the present one is read
     * @description Readers use the present generation until the new one has caught up.
     */
    post: operations['rebuildProjection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/rollback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Switch back to the previous generation
     * @description Possible while the previous generation still exists.
     */
    post: operations['rollBackProjection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/drop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove the generations that are not read, or a copy
     * @description Removed within seconds.
     */
    post: operations['dropGenerations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay a read model from a point, or copy a range
     * @description Applies a range of the log again: to the read model itself, or to a named copy.
     */
    post: operations['replayProjection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compare a read model with the log
     * @description Applies the log again in memory and compares the documents, or a sample of them. Changes nothing.
     */
    post: operations['verifyProjection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/realignment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the projections that do not match the event log
     * @description Empty while everything matches. The log is compared with the last event that each read model and process manager has read.
     */
    get: operations['readRealignment'];
    put?: never;
    /**
     * Rebuild the projections that do not match the event log
     * @description For a log that was restored from a backup or replaced. Process managers start again; queries of a read model respond with 503 until it is built.
     */
    post: operations['realign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/realignment/missing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the items that the event log no longer holds
     * @description Items that realigned read models had listed, without their content. `earlier` means that the log has the item, but not its last changes.
     */
    get: operations['listMissing'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/parked': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the keys that a projection has parked, the oldest first
     * @description Keys whose next event the projection cannot apply, with the event and the reason. All other keys are processed.
     */
    get: operations['listParkedKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/retries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try parked keys of a projection again: those at an event, or all
     * @description Useful after an upgrade that can apply the event.
     */
    post: operations['retryParkedKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/v1/projections/{id}/skips': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Skip an event at which a projection has parked a key
     * @description The projection continues with the key as if the event did not exist; the skip is recorded with its reason.
     */
    post: operations['skipEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'submission.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A response was saved */
    post: operations['onSubmissionCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'submission.payment_completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A submission's payment was confirmed */
    post: operations['onPaymentCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'submission.corrected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The answers of a submission were corrected */
    post: operations['onSubmissionCorrected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'form.published': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A form went live */
    post: operations['onFormPublished'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  ping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A test that an operator requested; sent once */
    post: operations['onPing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    FormSummary: {
      id: string;
      title: string;
      slug: string;
      /** @enum {unknown} */
      status: 'draft' | 'published' | 'closed' | 'archived';
      submission_count: number;
      /** Format: date-time */
      created_at: string;
    };
    /** @description Forms, newest first. */
    FormSummaryList: {
      data: components['schemas']['FormSummary'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    FormSaving: {
      /** @description Whether the public form saves what people have answered so far; true by default. */
      enabled: boolean;
      /** @description The days after which an incomplete submission is erased, counted from its last save; 30 by default. */
      expires_after_days: number;
      /** @description For how many hours after the form was closed begun submissions can be completed; 0 by default. */
      completable_hours_after_close: number;
    };
    FormCorrections: {
      /** @description Whether people can correct their own submissions; false by default. */
      by_respondent: boolean;
      /** @description For how many days after the submission was completed; 30 by default. */
      for_days: number;
    };
    FormThanks: {
      /** @description The text that thanks people; null for that of the page, in the language of the form. */
      text: string | null;
      /** @description The page that follows, a URL with http or https; null for none. */
      redirect_to: string | null;
      /** @description Whether people see once more what they have sent; false by default. */
      shows_answers: boolean;
    };
    FormResponses: {
      saving: components['schemas']['FormSaving'];
      corrections: components['schemas']['FormCorrections'];
      thanks: components['schemas']['FormThanks'];
    };
    FormPicture: {
      /** @description A picture of the account, see `POST /pictures`. */
      picture_id: string;
      /** @description The text for people who do not see the picture; empty for one that only decorates. */
      alt: string;
      /** @description In pixels. It follows from the picture. */
      width: number;
      /** @description In pixels. It follows from the picture. */
      height: number;
    };
    FormLook: {
      /** @description The colour of buttons and links, such as #1d4ed8; null for that of all forms. Pages darken or lighten it where it could not be read. */
      color: string | null;
      /** @description The picture above the title, of at most 32 KiB; null for none. */
      logo: components['schemas']['FormPicture'] | null;
      /** @description The picture at the top of the pages; null for none. */
      cover: components['schemas']['FormPicture'] | null;
    };
    FieldOption: {
      value: string;
      label: string;
    };
    FieldValidation: {
      min?: number;
      max?: number;
      min_length?: number;
      max_length?: number;
      pattern?: string;
      min_selections?: number;
      max_selections?: number;
      currency?: string;
      max_files?: number;
      max_bytes?: number;
      types?: string[];
    };
    Field: {
      id: string;
      key: string;
      label: string;
      /** @enum {unknown} */
      kind:
        | 'short_text'
        | 'long_text'
        | 'email'
        | 'phone'
        | 'url'
        | 'number'
        | 'rating'
        | 'scale'
        | 'nps'
        | 'yes_no'
        | 'consent'
        | 'single_choice'
        | 'dropdown'
        | 'multiple_choice'
        | 'ranking'
        | 'date'
        | 'time'
        | 'datetime'
        | 'address'
        | 'full_name'
        | 'matrix'
        | 'payment'
        | 'file'
        | 'hidden'
        | 'statement';
      required: boolean;
      position: number;
      help_text?: string;
      placeholder?: string;
      options?: components['schemas']['FieldOption'][];
      rows?: components['schemas']['FieldOption'][];
      validation?: components['schemas']['FieldValidation'];
      low_label?: string;
      high_label?: string;
      hidden: boolean;
      default_value?: unknown;
    };
    /** @description A form with its fields in order. */
    Form: {
      id: string;
      title: string;
      slug: string;
      /** @enum {unknown} */
      status: 'draft' | 'published' | 'closed' | 'archived';
      submission_count: number;
      /** Format: date-time */
      created_at: string;
      description: string;
      language?: string;
      time_zone?: string;
      /** @description Counts the definitions of the fields; a submission names it as `form_version`. */
      version: number;
      /** Format: date-time */
      updated_at: string;
      responses?: components['schemas']['FormResponses'];
      look?: components['schemas']['FormLook'];
      fields: components['schemas']['Field'][];
    };
    FormSavingChange: {
      /** @description Whether the public form saves what people have answered so far; true by default. */
      enabled?: boolean;
      /** @description The days after which an incomplete submission is erased, counted from its last save; 30 by default. */
      expires_after_days?: number;
      /** @description For how many hours after the form was closed begun submissions can be completed; 0 by default. */
      completable_hours_after_close?: number;
    };
    FormCorrectionsChange: {
      /** @description Whether people can correct their own submissions; false by default. */
      by_respondent?: boolean;
      /** @description For how many days after the submission was completed; 30 by default. */
      for_days?: number;
    };
    FormThanksChange: {
      /** @description The text that thanks people; null for that of the page, in the language of the form. */
      text?: string | null;
      /** @description The page that follows, a URL with http or https; null for none. */
      redirect_to?: string | null;
      /** @description Whether people see once more what they have sent; false by default. */
      shows_answers?: boolean;
    };
    FormResponsesChange: {
      saving?: components['schemas']['FormSavingChange'];
      corrections?: components['schemas']['FormCorrectionsChange'];
      thanks?: components['schemas']['FormThanksChange'];
    };
    FormPictureChange: {
      /** @description A picture of the account, see `POST /pictures`. */
      picture_id: string;
      /** @description The text for people who do not see the picture; empty for one that only decorates. By default empty. */
      alt?: string;
      /** @description In pixels. It follows from the picture. */
      width?: number;
      /** @description In pixels. It follows from the picture. */
      height?: number;
    };
    FormLookChange: {
      /** @description The colour of buttons and links, such as #1d4ed8; null for that of all forms. Pages darken or lighten it where it could not be read. */
      color?: string | null;
      /** @description The picture above the title, of at most 32 KiB; null for none. */
      logo?: components['schemas']['FormPictureChange'] | null;
      /** @description The picture at the top of the pages; null for none. */
      cover?: components['schemas']['FormPictureChange'] | null;
    };
    NewField: {
      id?: string;
      key?: string;
      label: string;
      /** @enum {unknown} */
      kind:
        | 'short_text'
        | 'long_text'
        | 'email'
        | 'phone'
        | 'url'
        | 'number'
        | 'rating'
        | 'scale'
        | 'nps'
        | 'yes_no'
        | 'consent'
        | 'single_choice'
        | 'dropdown'
        | 'multiple_choice'
        | 'ranking'
        | 'date'
        | 'time'
        | 'datetime'
        | 'address'
        | 'full_name'
        | 'matrix'
        | 'payment'
        | 'file'
        | 'hidden'
        | 'statement';
      required?: boolean;
      help_text?: string;
      placeholder?: string;
      options?: components['schemas']['FieldOption'][];
      rows?: components['schemas']['FieldOption'][];
      validation?: components['schemas']['FieldValidation'];
      low_label?: string;
      high_label?: string;
      hidden?: boolean;
      default_value?: unknown;
      position?: number;
    };
    FormDetailsChange: {
      id: string;
      title?: string;
      description?: string;
      /** @description A part of the address of the form, unique in the account. It is derived from the title by default, and can be changed. */
      slug?: string;
      /** @description The language of the form, a tag of BCP 47 such as de-CH. It decides the language of the page and how numbers are read there. A new form has that of the account unless it names another; null for none. */
      language?: string | null;
      /** @description The time zone in which the page asks for times, a name of the IANA database such as Europe/Berlin. A new form has that of the account unless it names another; null for none, which is UTC. */
      time_zone?: string | null;
      responses?: components['schemas']['FormResponsesChange'];
      look?: components['schemas']['FormLookChange'];
      /** @enum {unknown} */
      status?: 'draft' | 'published' | 'closed' | 'archived';
      fields?: components['schemas']['NewField'][];
    };
    ChangedFormWarning: {
      /** @enum {unknown} */
      code:
        | 'choice_label_repeated'
        | 'field_matched_by_place'
        | 'fields_not_matched'
        | 'choice_lost_question'
        | 'choice_changed_kind'
        | 'choice_gained_question'
        | 'choice_empty';
      message: string;
      destination_id?: string;
      field_id?: string;
    };
    /** @description The changed form with its fields in order. */
    ChangedForm: {
      id: string;
      title: string;
      slug: string;
      /** @enum {unknown} */
      status: 'draft' | 'published' | 'closed' | 'archived';
      submission_count: number;
      /** Format: date-time */
      created_at: string;
      description: string;
      language?: string;
      time_zone?: string;
      /** @description Counts the definitions of the fields; a submission names it as `form_version`. */
      version: number;
      /** Format: date-time */
      updated_at: string;
      responses?: components['schemas']['FormResponses'];
      look?: components['schemas']['FormLook'];
      fields: components['schemas']['Field'][];
      /** @description Possibly unintended consequences; absent without any. The change is made. */
      warnings?: components['schemas']['ChangedFormWarning'][];
    };
    NewForm: {
      title: string;
      description?: string;
      /** @description A part of the address of the form, unique in the account. It is derived from the title by default, and can be changed. */
      slug?: string;
      /** @description The language of the form, a tag of BCP 47 such as de-CH. It decides the language of the page and how numbers are read there. A new form has that of the account unless it names another; null for none. */
      language?: string | null;
      /** @description The time zone in which the page asks for times, a name of the IANA database such as Europe/Berlin. A new form has that of the account unless it names another; null for none, which is UTC. */
      time_zone?: string | null;
      responses?: components['schemas']['FormResponsesChange'];
      look?: components['schemas']['FormLookChange'];
      fields: components['schemas']['NewField'][];
      /** @enum {unknown} */
      status?: 'draft' | 'published';
    };
    ChangedFormOfAccount: {
      id: string;
      title: string;
      slug: string;
      /** @enum {unknown} */
      status: 'draft' | 'published' | 'closed' | 'archived';
      submission_count: number;
      /** Format: date-time */
      created_at: string;
      description: string;
      language?: string;
      time_zone?: string;
      /** @description Counts the definitions of the fields; a submission names it as `form_version`. */
      version: number;
      /** Format: date-time */
      updated_at: string;
      responses?: components['schemas']['FormResponses'];
      look?: components['schemas']['FormLook'];
      fields: components['schemas']['Field'][];
      /** @description Possibly unintended consequences; absent without any. The change is made. */
      warnings?: components['schemas']['ChangedFormWarning'][];
      account_id: string;
    };
    /** @description The form with its fields. */
    FormOfAccount: {
      id: string;
      title: string;
      slug: string;
      /** @enum {unknown} */
      status: 'draft' | 'published' | 'closed' | 'archived';
      submission_count: number;
      /** Format: date-time */
      created_at: string;
      description: string;
      language?: string;
      time_zone?: string;
      /** @description Counts the definitions of the fields; a submission names it as `form_version`. */
      version: number;
      /** Format: date-time */
      updated_at: string;
      responses?: components['schemas']['FormResponses'];
      look?: components['schemas']['FormLook'];
      fields: components['schemas']['Field'][];
      account_id: string;
    };
    FormChange: {
      title?: string;
      description?: string;
      /** @description A part of the address of the form, unique in the account. It is derived from the title by default, and can be changed. */
      slug?: string;
      /** @description The language of the form, a tag of BCP 47 such as de-CH. It decides the language of the page and how numbers are read there. A new form has that of the account unless it names another; null for none. */
      language?: string | null;
      /** @description The time zone in which the page asks for times, a name of the IANA database such as Europe/Berlin. A new form has that of the account unless it names another; null for none, which is UTC. */
      time_zone?: string | null;
      responses?: components['schemas']['FormResponsesChange'];
      look?: components['schemas']['FormLookChange'];
      /** @enum {unknown} */
      status?: 'draft' | 'published' | 'closed' | 'archived';
      fields?: components['schemas']['NewField'][];
    };
    StoppedWithoutAnswers: {
      /** @description Submissions that may still be completed. */
      open: number;
      /** @description Submissions that were not completed in time. */
      expired: number;
    };
    StoppedAfter: {
      field_id: string;
      /** @description Absent for a field that was removed from the form. */
      key?: string;
      label?: string;
      /** @description Submissions that may still be completed. */
      open: number;
      /** @description Submissions that were not completed in time. */
      expired: number;
    };
    /** @description How many were begun and completed, and where people stopped. */
    FormCompletion: {
      form_id: string;
      /** @description All of them, without those that were erased on request. */
      begun: number;
      completed: number;
      /** @description Submissions that may still be completed. */
      open: number;
      /** @description Submissions that were not completed in time. */
      expired: number;
      without_answers: components['schemas']['StoppedWithoutAnswers'];
      /** @description By the last field that a person has answered, in the order of the form, and removed fields after them. A field that people do not see is left out. */
      stopped_after: components['schemas']['StoppedAfter'][];
    };
    CountedChoice: {
      value: string;
      label: string;
      /** @description Whether the present form does not offer it. */
      removed: boolean;
      count: number;
    };
    ChoiceFigures: {
      /** @enum {string} */
      type: 'choices';
      choices: components['schemas']['CountedChoice'][];
    };
    CountedStep: {
      value: number;
      count: number;
    };
    NumberSummary: {
      count: number;
      least: number;
      mean: number;
      median: number;
      most: number;
    };
    ScaleFigures: {
      /** @enum {string} */
      type: 'scale';
      steps: components['schemas']['CountedStep'][];
      summary: components['schemas']['NumberSummary'] | null;
    };
    NpsFigures: {
      /** @enum {string} */
      type: 'nps';
      steps: components['schemas']['CountedStep'][];
      /** @description The share of promoters less that of detractors, from -100 to 100. */
      score: number | null;
      /** @description From 0 to 6. */
      detractors: number;
      /** @description 7 and 8. */
      passives: number;
      /** @description 9 and 10. */
      promoters: number;
    };
    CountedBin: {
      /** @description Included. */
      from: number;
      /** @description Excluded. */
      to: number;
      count: number;
    };
    CountedNumbers: {
      /** @description Of amounts, which are in its minor unit; null for numbers. */
      currency: string | null;
      count: number;
      least: number;
      mean: number;
      median: number;
      most: number;
      /** @description The width of each bin. */
      step: number;
      bins: components['schemas']['CountedBin'][];
    };
    NumberFigures: {
      /** @enum {string} */
      type: 'numbers';
      units: components['schemas']['CountedNumbers'][];
    };
    CountedDates: {
      /** @enum {unknown} */
      unit: 'day' | 'month' | 'year' | 'decade';
      bins: {
        /** @description A day, month, year or decade: `2026-11-28`, `2026-11`, `2026`, `2020`. */
        from: string;
        count: number;
      }[];
    };
    DateFigures: {
      /** @enum {string} */
      type: 'dates';
      first: string | null;
      last: string | null;
      line: components['schemas']['CountedDates'] | null;
    };
    HourFigures: {
      /** @enum {string} */
      type: 'hours';
      hours: {
        hour: number;
        count: number;
      }[];
    };
    RankedChoice: {
      value: string;
      label: string;
      /** @description Whether the present form does not offer it. */
      removed: boolean;
      count: number;
      /** @description From 1. */
      mean_place: number | null;
      /** @description How often it had the first place. */
      first: number;
    };
    RankingFigures: {
      /** @enum {string} */
      type: 'ranking';
      choices: components['schemas']['RankedChoice'][];
    };
    MatrixColumn: {
      value: string;
      label: string;
      /** @description Whether the present form does not offer it. */
      removed: boolean;
    };
    MatrixRow: {
      value: string;
      label: string;
      /** @description Whether the present form does not offer it. */
      removed: boolean;
      count: number;
      /** @description How often each column was chosen, in the order of the columns. */
      chosen: number[];
    };
    MatrixFigures: {
      /** @enum {string} */
      type: 'matrix';
      columns: components['schemas']['MatrixColumn'][];
      rows: components['schemas']['MatrixRow'][];
    };
    LatestText: {
      /** @description The id of the submission. */
      id: string;
      /** Format: date-time */
      at: string;
      /** @description At most 500 characters of the answer. */
      text: string;
    };
    WordFigures: {
      /** @enum {string} */
      type: 'words';
      /** @description The most frequent words, at most 100, without those that say nothing by themselves. */
      words: {
        word: string;
        /** @description The answers with the word. */
        count: number;
      }[];
      latest: components['schemas']['LatestText'][];
    };
    FileFigures: {
      /** @enum {string} */
      type: 'files';
      files: number;
      bytes: number;
      types: {
        type: string;
        count: number;
      }[];
    };
    AnsweredFigures: {
      /** @enum {string} */
      type: 'answered';
    };
    QuestionFigures: {
      field_id: string;
      key: string;
      label: string;
      /** @enum {unknown} */
      kind:
        | 'short_text'
        | 'long_text'
        | 'email'
        | 'phone'
        | 'url'
        | 'number'
        | 'rating'
        | 'scale'
        | 'nps'
        | 'yes_no'
        | 'consent'
        | 'single_choice'
        | 'dropdown'
        | 'multiple_choice'
        | 'ranking'
        | 'date'
        | 'time'
        | 'datetime'
        | 'address'
        | 'full_name'
        | 'matrix'
        | 'payment'
        | 'file'
        | 'hidden'
        | 'statement';
      /** @description Whether the present form does not ask it. */
      removed: boolean;
      /** @description The submissions to versions of the form that have the question. */
      asked: number;
      /** @description Those of them that answer it. */
      answered: number;
      /** @description Whether there were too many different words or values to count all of them. */
      capped: boolean;
      /** @description By the kind of the question. Answers that say who a person is have no figures. */
      figures:
        | components['schemas']['ChoiceFigures']
        | components['schemas']['ScaleFigures']
        | components['schemas']['NpsFigures']
        | components['schemas']['NumberFigures']
        | components['schemas']['DateFigures']
        | components['schemas']['HourFigures']
        | components['schemas']['RankingFigures']
        | components['schemas']['MatrixFigures']
        | components['schemas']['WordFigures']
        | components['schemas']['FileFigures']
        | components['schemas']['AnsweredFigures'];
    };
    /** @description What is counted. */
    FormAnswers: {
      form_id: string;
      /** Format: date-time */
      counted_at: string;
      /** @description The submissions whose answers are counted. */
      submissions: number;
      /** @description In the order of the form, and after them the questions that it no longer asks. */
      questions: components['schemas']['QuestionFigures'][];
    };
    /** @description The count is in progress. Send the request again with `counted_since`. */
    CountInProgress: {
      form_id: string;
      /** @description The submissions that have been read. */
      read: number;
      /** @description About as many are to be read. */
      total: number;
      /** Format: date-time */
      counted_since: string;
    };
    Embedding: {
      /** @description The origins whose pages may show the account's forms, such as https://www.example.com. Null for all. */
      origins: string[] | null;
    };
    SubmissionSummary: {
      id: string;
      form_id: string;
      form_title: string;
      is_complete: boolean;
      /**
       * Format: date-time
       * @description When the submission was completed; of an incomplete one, when it was begun.
       */
      submitted_at: string;
      /**
       * @description Of a submission that was begun before it was complete: begun, saved since, or complete.
       * @enum {unknown}
       */
      status?: 'begun' | 'saved' | 'complete';
      /**
       * Format: date-time
       * @description When the submission was begun.
       */
      started_at?: string;
      /**
       * Format: date-time
       * @description When the incomplete submission was last saved.
       */
      saved_at?: string;
      /**
       * Format: date-time
       * @description When the incomplete submission is erased, unless it is saved or completed before.
       */
      expires_at?: string;
      /**
       * Format: date-time
       * @description When the answers were last corrected.
       */
      corrected_at?: string;
      /** @description How often the answers were corrected. */
      corrections?: number;
    };
    /** @description With `search` or `answer`: how far it went. */
    SearchCoverage: {
      /** @description The time of the oldest submission that was searched, if this page is not full and there are older submissions: `next_cursor` searches them. Otherwise null. */
      searched_back_to: string | null;
      /** @description Submissions before this time that have more than 16 words were searched by the words of their shorter answers. With this time as `until`, all words of the newest of them are searched. Null on a page that does not come to such submissions. */
      long_answers_back_to: string | null;
    };
    /** @description Submissions, newest first. */
    SubmissionSummaryList: {
      data: components['schemas']['SubmissionSummary'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
      coverage?: components['schemas']['SearchCoverage'];
    };
    AnsweredField: {
      id: string;
      key: string;
      label: string;
      /** @enum {unknown} */
      kind:
        | 'short_text'
        | 'long_text'
        | 'email'
        | 'phone'
        | 'url'
        | 'number'
        | 'rating'
        | 'scale'
        | 'nps'
        | 'yes_no'
        | 'consent'
        | 'single_choice'
        | 'dropdown'
        | 'multiple_choice'
        | 'ranking'
        | 'date'
        | 'time'
        | 'datetime'
        | 'address'
        | 'full_name'
        | 'matrix'
        | 'payment'
        | 'file'
        | 'hidden'
        | 'statement';
      value: unknown;
      /** @description The answer as the person saw it: labels for the values of options, yes and no in words, an amount such as `12.50 EUR`. Null for no answer. */
      display: string | null;
      /** @description For the kind `phone`: the number in E.164 format, such as `+442079460000`, without its extension. A number without the code of its country is read by the region of the form's language, or of its time zone. Null where the number is not known. */
      e164?: string | null;
    };
    RemovedField: {
      id: string;
      key: string;
      label: string;
      /** @enum {unknown} */
      kind:
        | 'short_text'
        | 'long_text'
        | 'email'
        | 'phone'
        | 'url'
        | 'number'
        | 'rating'
        | 'scale'
        | 'nps'
        | 'yes_no'
        | 'consent'
        | 'single_choice'
        | 'dropdown'
        | 'multiple_choice'
        | 'ranking'
        | 'date'
        | 'time'
        | 'datetime'
        | 'address'
        | 'full_name'
        | 'matrix'
        | 'payment'
        | 'file'
        | 'hidden'
        | 'statement';
      value: unknown;
    };
    Payment: {
      id: string;
      provider: string;
      amount: number;
      currency: string;
      /** @enum {string} */
      status: 'succeeded';
      /** Format: date-time */
      paid_at: string;
      field_key: string;
    };
    /** @description A submission with its answers by label, and in order. */
    Submission: {
      id: string;
      form_id: string;
      form_title: string;
      is_complete: boolean;
      /**
       * Format: date-time
       * @description When the submission was completed; of an incomplete one, when it was begun.
       */
      submitted_at: string;
      /**
       * @description Of a submission that was begun before it was complete: begun, saved since, or complete.
       * @enum {unknown}
       */
      status?: 'begun' | 'saved' | 'complete';
      /**
       * Format: date-time
       * @description When the submission was begun.
       */
      started_at?: string;
      /**
       * Format: date-time
       * @description When the incomplete submission was last saved.
       */
      saved_at?: string;
      /**
       * Format: date-time
       * @description When the incomplete submission is erased, unless it is saved or completed before.
       */
      expires_at?: string;
      /**
       * Format: date-time
       * @description When the answers were last corrected.
       */
      corrected_at?: string;
      /** @description How often the answers were corrected. */
      corrections?: number;
      /** Format: date-time */
      created_at: string;
      /** @enum {unknown} */
      source: 'api' | 'form';
      /**
       * Format: date-time
       * @description When the submission was imported; `submitted_at` is when it was made.
       */
      imported_at?: string;
      form_version: number;
      answers: {
        [key: string]: unknown;
      };
      fields: components['schemas']['AnsweredField'][];
      /** @description The answers to questions that were removed from the form before the submission was completed. */
      removed_fields?: components['schemas']['RemovedField'][];
      payment?: components['schemas']['Payment'];
    };
    NewSubmission: {
      form_id: string;
      /** @description The version of the form that was answered; the present one if absent. If the form has since changed in a way that affects the answers: 409 `form_changed`. */
      form_version?: number;
      /** @description The answers. A field may be named by its key, by its id, or by a label that no other field of the form has. */
      answers: {
        [key: string]: unknown;
      };
      /** @description True by default. With false, the submission is begun: answers may be missing, and it is completed later. */
      is_complete?: boolean;
    };
    Correction: {
      /** @description Why the answers are corrected. It stays in the history, and webhooks do not have it. */
      reason?: string | null;
    };
    SubmissionChanges: {
      /** @description The answers that change. A field may be named by its key, by its id, or by a label that no other field of the form has; null clears an answer. */
      answers?: {
        [key: string]: unknown;
      };
      /**
       * @description Completes the submission: all answers are checked as those of a new one.
       * @enum {boolean}
       */
      is_complete?: true;
      correction?: components['schemas']['Correction'];
    };
    /** @description Since when the links to the submission do not work. */
    RevokedLinks: {
      id: string;
      /** @description Links that were made until then do not work. Null for a submission that is not complete. */
      links_revoked_at: string | null;
    };
    NewImportedRow: {
      /** @description The name of the row among all that are imported into the form. A row with a known name is never imported again. */
      key: string;
      answers: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description When the submission was made; now by default. Not in the future.
       */
      submitted_at?: string;
    };
    SubmissionImport: {
      rows: components['schemas']['NewImportedRow'][];
    };
    RowProblem: {
      field?: string;
      path: string;
      code: string;
      message: string;
    };
    RowError: {
      code: string;
      message: string;
      details?: components['schemas']['RowProblem'][];
    };
    ImportedRow: {
      /** @description The id of the submission. */
      id?: string;
      /** @description Whether an earlier request had imported the row. */
      replayed?: boolean;
      error?: components['schemas']['RowError'];
    };
    /** @description The outcome of each row, in order: its submission, or the reason why it was refused. */
    ImportedRowList: {
      data: components['schemas']['ImportedRow'][];
    };
    /** @description A file with its link. */
    File: {
      /** @description The id by which the answer to a question of kind `file` names the file. */
      id: string;
      form_id: string;
      /** @description In bytes. */
      size: number;
      /** @enum {unknown} */
      uploaded_by: 'api' | 'form';
      /** Format: date-time */
      received_at: string;
      /** @description The submission that the file belongs to. A file without one is removed after a day. */
      submission_id: string | null;
      /** @description Without folders, and without characters that no file system takes. */
      name: string;
      /** @description The media type that was found in the content. */
      type: string;
      /** @description The hash of the content, in hex. */
      sha256: string;
      /** @description A link to the content, which needs no key and works for one to two hours. */
      url: string;
    };
    FileSummary: {
      /** @description The id by which the answer to a question of kind `file` names the file. */
      id: string;
      form_id: string;
      /** @description In bytes. */
      size: number;
      /** @enum {unknown} */
      uploaded_by: 'api' | 'form';
      /** Format: date-time */
      received_at: string;
      /** @description The submission that the file belongs to. A file without one is removed after a day. */
      submission_id: string | null;
    };
    /** @description Files, newest first. */
    FileSummaryList: {
      data: components['schemas']['FileSummary'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    /** @description A picture for the pages of forms. */
    Picture: {
      /** @description The id by which the look of a form names the picture. */
      id: string;
      /**
       * @description The media type that was found in the content.
       * @enum {unknown}
       */
      type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
      /** @description In pixels, as browsers show it. */
      width: number;
      height: number;
      /** @description In bytes, without metadata. */
      size: number;
      /** Format: date-time */
      stored_at: string;
    };
    PaymentCompletion: {
      id: string;
      provider: string;
      amount: number;
      currency: string;
      field_key: string;
      /**
       * Format: date-time
       * @description Not in the future; now by default.
       */
      paid_at?: string;
    };
    StripeReceiverUnmatchedEvent: {
      event_id: string;
      event_type: string;
      /** @enum {unknown} */
      reason: 'unknown_submission' | 'erased' | 'unreadable_payment';
      submission_id: string | null;
      payment_id: string | null;
      /** Format: date-time */
      received_at: string;
    };
    StripeReceiver: {
      /** @enum {string} */
      provider: 'stripe';
      /** @description The address that Stripe sends its events to. */
      url: string;
      /** @description When the secret was set; null if there is none. */
      configured_at: string | null;
      /** @description The last events that belong to no submission, newest first, up to 50. */
      unmatched_events: components['schemas']['StripeReceiverUnmatchedEvent'][];
    };
    StripeSecret: {
      /** @description The signing secret that Stripe's dashboard shows for the endpoint. */
      signing_secret: string;
    };
    /** @description Whether the secret was encrypted again. */
    ReencryptedStripeSecret: {
      /** @description False if there is no secret, or if the newest master key has already encrypted it. */
      changed: boolean;
    };
    DestinationIncludedField: {
      id: string;
      form_id: string;
      /** @description The present label; null after the question was removed. */
      label: string | null;
    };
    DestinationWarning: {
      /** @enum {unknown} */
      code: 'question_missing' | 'chosen_by_label' | 'form_not_chosen';
      message: string;
      field_id?: string;
      form_id?: string;
    };
    DisableReasonOperator: {
      /** @enum {unknown} */
      kind: 'operator' | 'gone';
    };
    DisableReasonFailures: {
      /** @enum {string} */
      kind: 'failures';
      exhausted: number;
      attempts: number;
      /** Format: date-time */
      failed_since: string;
    };
    DisableReason:
      components['schemas']['DisableReasonOperator'] | components['schemas']['DisableReasonFailures'];
    Destination: {
      id: string;
      label: string;
      url: string;
      events: (
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published'
      )[];
      form_id: string | null;
      /** @description The names of the chosen questions: the present label of each, or its id if the label does not name a single question. Empty if all are included. */
      included_questions: string[];
      /** @description The chosen questions by the ids of their fields, which the destination holds. */
      included_fields: components['schemas']['DestinationIncludedField'][];
      /** @description The questions that the choice excludes, or includes only by a label. */
      warnings: components['schemas']['DestinationWarning'][];
      /** @enum {unknown} */
      signature: 'timestamped' | 'sha256' | 'standard-webhooks';
      /** @description The maximum number of concurrent requests. */
      concurrency: number;
      /** @description The maximum number of requests per second; null for no limit. */
      rate_per_second: number | null;
      enabled: boolean;
      disabled_because: components['schemas']['DisableReason'] | null;
      disabled_since: string | null;
      /** @description The expiry of the previous secret; null if it became invalid at once. */
      previous_secret_until: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description Destinations, newest first. */
    DestinationList: {
      data: components['schemas']['Destination'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    NewDestination: {
      label: string;
      url: string;
      events?: (
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published'
      )[];
      form_id?: string | null;
      included_questions?: string[];
      /** @enum {unknown} */
      signature?: 'timestamped' | 'sha256' | 'standard-webhooks';
      concurrency?: number;
      rate_per_second?: number | null;
      enabled?: boolean;
      /** @description Your secret; by default the service generates one. */
      signing_secret?: string;
    };
    /** @description The new destination with its signing secret, which is shown this once. */
    NewDestinationWithSecret: {
      id: string;
      label: string;
      url: string;
      events: (
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published'
      )[];
      form_id: string | null;
      /** @description The names of the chosen questions: the present label of each, or its id if the label does not name a single question. Empty if all are included. */
      included_questions: string[];
      /** @description The chosen questions by the ids of their fields, which the destination holds. */
      included_fields: components['schemas']['DestinationIncludedField'][];
      /** @description The questions that the choice excludes, or includes only by a label. */
      warnings: components['schemas']['DestinationWarning'][];
      /** @enum {unknown} */
      signature: 'timestamped' | 'sha256' | 'standard-webhooks';
      /** @description The maximum number of concurrent requests. */
      concurrency: number;
      /** @description The maximum number of requests per second; null for no limit. */
      rate_per_second: number | null;
      enabled: boolean;
      signing_secret?: string;
      /** Format: date-time */
      created_at: string;
      /** @description Only in the response to a repeated request: the members of the first response that are not stored. */
      shown_once?: string[];
    };
    DestinationChange: {
      label?: string;
      url?: string;
      events?: (
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published'
      )[];
      form_id?: string | null;
      included_questions?: string[];
      /** @enum {unknown} */
      signature?: 'timestamped' | 'sha256' | 'standard-webhooks';
      concurrency?: number;
      rate_per_second?: number | null;
    };
    ChangedDestination: {
      id: string;
      label: string;
      url: string;
      events: (
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published'
      )[];
      form_id: string | null;
      /** @description The names of the chosen questions: the present label of each, or its id if the label does not name a single question. Empty if all are included. */
      included_questions: string[];
      /** @description The chosen questions by the ids of their fields, which the destination holds. */
      included_fields: components['schemas']['DestinationIncludedField'][];
      /** @description The questions that the choice excludes, or includes only by a label. */
      warnings: components['schemas']['DestinationWarning'][];
      /** @enum {unknown} */
      signature: 'timestamped' | 'sha256' | 'standard-webhooks';
      /** @description The maximum number of concurrent requests. */
      concurrency: number;
      /** @description The maximum number of requests per second; null for no limit. */
      rate_per_second: number | null;
      enabled: boolean;
      disabled_because: components['schemas']['DisableReason'] | null;
      disabled_since: string | null;
      /** @description The expiry of the previous secret; null if it became invalid at once. */
      previous_secret_until: string | null;
    };
    /** @description The delivery of the ping, which is being sent. */
    Ping: {
      id: string;
      delivery_id: string;
      /** @description The number of deliveries that wait for the destination. If the test arrives, a recovery of the status `pending` sends them now. */
      waiting: number;
    };
    SecretRotation: {
      /**
       * @description Keep the former secret valid for another 24 hours.
       * @default false
       */
      overlap: boolean;
      /** @description Your secret; by default the service generates one. */
      signing_secret?: string;
    };
    /** @description The new secret, which is shown this once. */
    RotatedSecret: {
      id: string;
      signing_secret?: string;
      /** @description The expiry of the previous secret; null if it became invalid at once. */
      previous_secret_until: string | null;
      /** @description Only in the response to a repeated request: the members of the first response that are not stored. */
      shown_once?: string[];
    };
    TemplateHeader: {
      /**
       * @description A webhook with the JSON envelope of the service.
       * @enum {string}
       */
      destination: 'generic';
      /** @description A name for people. */
      label: string;
      /** @description The address of the documentation. */
      docs: string;
    };
    /** @description The template, as a file. */
    DestinationTemplate: {
      /** @description The address of this schema. */
      $schema: string;
      formlog: components['schemas']['TemplateHeader'];
      /** @description Whether the destination receives events from the start. */
      enabled: boolean;
      /** @description Of submission.created, submission.payment_completed, submission.corrected, form.published. */
      events: (
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published'
      )[];
      /** @description The https address that receives the events; empty until it is filled in. */
      url: string;
      /** @description The questions whose answers are sent, each by its label, key or id; none: all of them, with later ones. */
      includedQuestions: string[];
      /** @description For people; the service does not read them. */
      notes: string[];
      /** @description Only this form; null: all of the account. */
      formId?: string | null;
      /**
       * @description How requests are signed.
       * @enum {unknown}
       */
      signature?: 'timestamped' | 'sha256' | 'standard-webhooks';
    };
    /** @description The destination whose secrets were encrypted again. */
    ReencryptedSecret: {
      id: string;
      /** @description False if the newest master key has already encrypted the secret. */
      changed: boolean;
    };
    ParkedDestination: {
      id: string;
      /** @description The reason why no worker can sign its requests. */
      reason: string;
      /** @description The name of the master key that encrypted the signing secret. */
      master_key: string;
      since: string;
      /** @description The number of failed retries. */
      retries: number;
      retried_at: string | null;
      /** Format: date-time */
      next_retry_at: string;
    };
    /** @description The parked destinations. */
    ParkedDestinationList: {
      data: components['schemas']['ParkedDestination'][];
      count: number;
    };
    ParkedDestinationsRetry: {
      /** @description The destination to retry; all by default. */
      destination_id?: string;
    };
    /** @description The destinations that are tried again. */
    ParkedDestinationsRetried: {
      destinations: number;
    };
    AttemptOutcomeResponse: {
      /** @enum {string} */
      kind: 'response';
      status: number;
      /** @description The beginning of the response's body, which may repeat answers. */
      excerpt?: string;
      /**
       * @description The scope that the key lacks to read `excerpt`.
       * @enum {string}
       */
      withheld?: 'submissions:read';
    };
    AttemptOutcomeError: {
      /** @enum {string} */
      kind: 'error';
      /** @enum {unknown} */
      error_class: 'timeout' | 'network' | 'tls' | 'forbidden_address' | 'invalid_response';
      message: string;
    };
    AttemptOutcome:
      components['schemas']['AttemptOutcomeResponse'] | components['schemas']['AttemptOutcomeError'];
    SourceEvent: {
      stream: string;
      revision: number;
      position: string;
      event_id: string;
    };
    DeliverySummary: {
      id: string;
      account_id: string;
      destination_id: string;
      /** @enum {unknown} */
      kind:
        | 'submission.created'
        | 'submission.payment_completed'
        | 'submission.corrected'
        | 'form.published'
        | 'ping';
      form_id: string | null;
      submission_id: string | null;
      /** @enum {unknown} */
      status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
      /** @description The reason of the cancellation; null for any other status. */
      cancelled_because:
        | (
            | 'destination_removed'
            | 'source_erased'
            | 'event_withdrawn'
            | 'form_withdrawn'
            | 'questions_withdrawn'
            | 'no_question_chosen'
            | 'requested'
          )
        | null;
      /** @description The reason that a request to cancel gave, in its own words. */
      cancel_note: string | null;
      attempt_count: number;
      last_outcome: components['schemas']['AttemptOutcome'] | null;
      /** @description When the next attempt is due; null if none will be made, also for a disabled or removed destination. */
      next_attempt_at: string | null;
      /** @description Why no attempt of a pending delivery is made; otherwise null. With `destination_disabled` it becomes `skipped` at its time, unless the destination is enabled before; with `destination_removed` it becomes `cancelled`. With `account_budget` or `host_budget` it is due and waits, because other attempts use up the limit of the account or of the receiving host. */
      held: ('destination_disabled' | 'destination_removed' | 'account_budget' | 'host_budget') | null;
      source: components['schemas']['SourceEvent'];
      /**
       * Format: date-time
       * @description The time of the event.
       */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description Deliveries, newest first. */
    DeliverySummaryList: {
      data: components['schemas']['DeliverySummary'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    Attempt: {
      attempt: number;
      /** Format: date-time */
      started_at: string;
      duration_ms: number;
      outcome: components['schemas']['AttemptOutcome'];
      next_attempt_at: string | null;
    };
    /** @description The delivery with every attempt. */
    Delivery: {
      id: string;
      account_id: string;
      destination_id: string;
      /** @enum {unknown} */
      kind:
        | 'submission.created'
        | 'submission.payment_completed'
        | 'submission.corrected'
        | 'form.published'
        | 'ping';
      form_id: string | null;
      submission_id: string | null;
      /** @enum {unknown} */
      status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
      /** @description The reason of the cancellation; null for any other status. */
      cancelled_because:
        | (
            | 'destination_removed'
            | 'source_erased'
            | 'event_withdrawn'
            | 'form_withdrawn'
            | 'questions_withdrawn'
            | 'no_question_chosen'
            | 'requested'
          )
        | null;
      /** @description The reason that a request to cancel gave, in its own words. */
      cancel_note: string | null;
      attempt_count: number;
      last_outcome: components['schemas']['AttemptOutcome'] | null;
      /** @description When the next attempt is due; null if none will be made, also for a disabled or removed destination. */
      next_attempt_at: string | null;
      /** @description Why no attempt of a pending delivery is made; otherwise null. With `destination_disabled` it becomes `skipped` at its time, unless the destination is enabled before; with `destination_removed` it becomes `cancelled`. With `account_budget` or `host_budget` it is due and waits, because other attempts use up the limit of the account or of the receiving host. */
      held: ('destination_disabled' | 'destination_removed' | 'account_budget' | 'host_budget') | null;
      source: components['schemas']['SourceEvent'];
      /**
       * Format: date-time
       * @description The time of the event.
       */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      attempts: components['schemas']['Attempt'][];
    };
    SentRequest: {
      attempt: number;
      /** Format: date-time */
      started_at: string;
      /** @enum {string} */
      method: 'POST';
      /** @description Null for an attempt from before addresses and headers were recorded. */
      url: string | null;
      /** @description The headers as they were sent, with the signatures, but without those of every HTTP request (host, content-length). */
      headers: {
        [key: string]: string;
      } | null;
      /** @description Whether the sent signature matches the body shown here. Null if the signature, the body or the secret is not available. */
      signature_fits: boolean | null;
    };
    /** @description The requests in the order in which they were sent. */
    SentRequests: {
      id: string;
      /** @description The same bytes on every attempt (UTF-8). Null if it can no longer be rendered, or may not be read. */
      body: string | null;
      body_bytes: number | null;
      /** @description The parts of the requests that cannot be shown, with the reason. */
      missing: ('source_erased' | 'requires_submissions_read' | 'requests_not_recorded')[];
      requests: components['schemas']['SentRequest'][];
    };
    /** @description The delivery, which is sent again. */
    ReplayedDelivery: {
      id: string;
      /** @enum {unknown} */
      status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
      attempt_count: number;
      next_attempt_at: string | null;
    };
    DeliveryCancellation: {
      reason?: string;
    };
    /** @description The delivery, which has no next attempt. */
    CancelledDelivery: {
      id: string;
      /** @enum {unknown} */
      status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
      attempt_count: number;
      next_attempt_at: null;
    };
    /** @description The changed deliveries, and the position to continue from. */
    DeliveryChanges: {
      data: components['schemas']['DeliverySummary'][];
      count: number;
      /** @description For `after`: the next response has the changes after this position. */
      position: string;
    };
    /** @description The number of deliveries, in all and for each requested status. */
    RecoverableDeliveries: {
      /** @description The number of matching deliveries. */
      total: number;
      failed?: number;
      exhausted?: number;
      skipped?: number;
      pending?: number;
    };
    NewRecovery: {
      destination_id?: string;
      /**
       * @description A log position, or an RFC 3339 time.
       * @example 4711
       * @example 2026-01-31T12:00:00Z
       */
      since: string;
      /** Format: date-time */
      until?: string;
      /** @enum {unknown} */
      kind?:
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published';
      form_id?: string;
      /** @description With `pending`, deliveries that wait for a later attempt are attempted now. By default: failed, exhausted and skipped deliveries. */
      statuses?: ('failed' | 'exhausted' | 'skipped' | 'pending')[];
      per_second?: number;
    };
    ChangedRecovery: {
      id: string;
      account_id: string;
      destination_id: string | null;
      since: string | null;
      since_position: string | null;
      until: string;
      kind:
        | ('submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published')
        | null;
      form_id: string | null;
      /** @enum {unknown} */
      status: 'running' | 'paused' | 'cancelled' | 'completed';
      paused_because: ('operator' | 'destination_disabled') | null;
      /** @description The number of deliveries at the time of the request. */
      total: number;
      per_second: number;
      /** Format: date-time */
      created_at: string;
      statuses: ('failed' | 'exhausted' | 'skipped' | 'pending')[];
      replayed: number;
      /** @description Deliveries that no longer needed a replay, or could not be replayed. */
      passed_over: number;
    };
    Recovery: {
      id: string;
      account_id: string;
      destination_id: string | null;
      since: string | null;
      since_position: string | null;
      until: string;
      kind:
        | ('submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published')
        | null;
      form_id: string | null;
      /** @enum {unknown} */
      status: 'running' | 'paused' | 'cancelled' | 'completed';
      paused_because: ('operator' | 'destination_disabled') | null;
      /** @description The number of deliveries at the time of the request. */
      total: number;
      per_second: number;
      /** Format: date-time */
      created_at: string;
      statuses: ('failed' | 'exhausted' | 'skipped' | 'pending')[];
      replayed: number;
      /** @description Deliveries that no longer needed a replay, or could not be replayed. */
      passed_over: number;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description Newest first. */
    RecoveryList: {
      data: components['schemas']['Recovery'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    NewCancellation: {
      destination_id?: string;
      /**
       * @description A log position, or an RFC 3339 time.
       * @example 4711
       * @example 2026-01-31T12:00:00Z
       */
      since: string;
      /** Format: date-time */
      until?: string;
      /** @enum {unknown} */
      kind?:
        'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published';
      form_id?: string;
      /** @description Only waiting deliveries can be cancelled. */
      statuses?: 'pending'[];
      reason?: string;
      per_second?: number;
    };
    ChangedCancellation: {
      id: string;
      account_id: string;
      destination_id: string | null;
      since: string | null;
      since_position: string | null;
      until: string;
      kind:
        | ('submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published')
        | null;
      form_id: string | null;
      /** @enum {unknown} */
      status: 'running' | 'paused' | 'cancelled' | 'completed';
      paused_because: ('operator' | 'destination_disabled') | null;
      /** @description The number of deliveries at the time of the request. */
      total: number;
      per_second: number;
      /** Format: date-time */
      created_at: string;
      /** @description The reason that the request gave, in its own words. */
      reason: string | null;
      cancelled: number;
      /** @description Deliveries that had already ended. */
      passed_over: number;
    };
    Cancellation: {
      id: string;
      account_id: string;
      destination_id: string | null;
      since: string | null;
      since_position: string | null;
      until: string;
      kind:
        | ('submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published')
        | null;
      form_id: string | null;
      /** @enum {unknown} */
      status: 'running' | 'paused' | 'cancelled' | 'completed';
      paused_because: ('operator' | 'destination_disabled') | null;
      /** @description The number of deliveries at the time of the request. */
      total: number;
      per_second: number;
      /** Format: date-time */
      created_at: string;
      /** @description The reason that the request gave, in its own words. */
      reason: string | null;
      cancelled: number;
      /** @description Deliveries that had already ended. */
      passed_over: number;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description Newest first. */
    CancellationList: {
      data: components['schemas']['Cancellation'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    NewAccount: {
      id?: string;
      name: string;
      plan: string;
      /** @description The language of forms that are created without their own, a tag of BCP 47 such as de-CH. */
      language?: string | null;
      /** @description The time zone of forms that are created without their own, a name of the IANA database such as Europe/Berlin. */
      time_zone?: string | null;
    };
    Account: {
      id: string;
      name: string;
      plan: string;
      language?: string;
      time_zone?: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When the account was closed. It takes no changes, and everything of it is being erased.
       */
      closed_at?: string;
    };
    /** @description Accounts, newest first. */
    AccountList: {
      data: components['schemas']['Account'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    /** @description Reserved and used submissions; counted only if the plan has a limit. */
    AccountWithUsageUsageSubmissionsThisMonth: {
      used: number;
      /** @description Null for no limit. */
      limit: number | null;
    };
    /** @description The use of the resources that the plan limits. */
    AccountWithUsageUsage: {
      submissions_this_month: components['schemas']['AccountWithUsageUsageSubmissionsThisMonth'];
      /** @description Submissions that were begun before they were complete, completed or not; counted only if the plan has a limit. */
      started_submissions_this_month: components['schemas']['AccountWithUsageUsageSubmissionsThisMonth'];
      published_forms: components['schemas']['AccountWithUsageUsageSubmissionsThisMonth'];
      destinations: components['schemas']['AccountWithUsageUsageSubmissionsThisMonth'];
      /** @description The bytes of all files together. */
      file_bytes: components['schemas']['AccountWithUsageUsageSubmissionsThisMonth'];
    };
    /** @description The account, and how much of each limit it uses. */
    AccountWithUsage: {
      id: string;
      name: string;
      plan: string;
      language?: string;
      time_zone?: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When the account was closed. It takes no changes, and everything of it is being erased.
       */
      closed_at?: string;
      usage: components['schemas']['AccountWithUsageUsage'];
      /**
       * Format: date-time
       * @description When the counts of the month begin again.
       */
      usage_resets_at: string;
    };
    AccountChange: {
      name?: string;
      plan?: string;
      /** @description The language of forms that are created without their own, a tag of BCP 47 such as de-CH. */
      language?: string | null;
      /** @description The time zone of forms that are created without their own, a name of the IANA database such as Europe/Berlin. */
      time_zone?: string | null;
    };
    CloseAccount: {
      /** @description The name of the account, which confirms the request. */
      name: string;
    };
    /** @description Records of one kind, and how many of them are erased. */
    ErasedRecords: {
      /** @description One of: forms, submissions, files, destinations, deliveries, recoveries, keys. */
      kind: string;
      /** @description How many the account had when the deletion began. */
      total: number;
      erased: number;
    };
    /** @description A member of a store that may still hold erased data. */
    StoreMember: {
      /** @enum {unknown} */
      store: 'eventstore' | 'mongodb';
      /** @description The `host:port` of the member. */
      member: string;
      /** @description `away`: it does not answer. `not ready`: it is catching up or recovering. `working`: it scavenges. `waiting`: for its turn, another member, or a time. `failed`: it will be retried. */
      state: string;
      /** @description The state in words, with the remedy. */
      message: string;
      /** @description The time at which this state started, if known. */
      since: string;
    };
    /** @description The error of the last try. The step is retried. */
    LastError: {
      message: string;
      at: string;
    };
    /** @description The reason why the erasure waits; at most two seconds old. */
    ErasureWait: {
      /**
       * @description `dispatcher`: no dispatcher is running. `lease`: the process that ran erasures has ended, and another process takes over. `turn`: earlier erasures come first. `log`: the events are being deleted. `read_models`, `health`: the projections in `names` have not reached the erasure. `builds`: the generations or copies in `names` might store the data again. `scavenge`: members of the event store must scavenge. `compaction`: members of MongoDB must compact. `oplog`: the oplog of members of MongoDB still holds the data.
       * @enum {unknown}
       */
      code:
        | 'dispatcher'
        | 'lease'
        | 'turn'
        | 'log'
        | 'read_models'
        | 'health'
        | 'builds'
        | 'scavenge'
        | 'compaction'
        | 'oplog';
      /** @description The state in words, with the remedy. */
      message: string;
      /** @description The projections, generations, copies and members that the erasure waits for. */
      names: string[];
      /** @description The members of the stores that the erasure waits for. */
      members: components['schemas']['StoreMember'][];
      since: string | null;
      error: components['schemas']['LastError'] | null;
    };
    /** @description The closing, and how far the erasure is. */
    AccountClosing: {
      /** @description The id of the account. Its name is erased too. */
      id: string;
      /**
       * @description `erasing`: the account is closed, and everything of it is being removed. `erased`: all is removed.
       * @enum {unknown}
       */
      status: 'erasing' | 'erased';
      /** Format: date-time */
      closed_at: string;
      started_at: string | null;
      completed_at: string | null;
      /** @description Whether every event of the account is deleted. */
      deleted_from_log: boolean;
      /** @description Empty until the deletion has begun. */
      records: components['schemas']['ErasedRecords'][];
      /** @description The number of deleted streams of the log. */
      deleted_streams: number;
      scrubbed_at: string | null;
      waiting_for: components['schemas']['ErasureWait'] | null;
    };
    OwnAccountChange: {
      name?: string;
      /** @description The language of forms that are created without their own, a tag of BCP 47 such as de-CH. */
      language?: string | null;
      /** @description The time zone of forms that are created without their own, a name of the IANA database such as Europe/Berlin. */
      time_zone?: string | null;
    };
    /** @description The closing, and where its progress is shown. */
    OwnAccountClosing: {
      /** @description The id of the account. Its name is erased too. */
      id: string;
      /**
       * @description `erasing`: the account is closed, and everything of it is being removed. `erased`: all is removed.
       * @enum {unknown}
       */
      status: 'erasing' | 'erased';
      /** Format: date-time */
      closed_at: string;
      started_at: string | null;
      completed_at: string | null;
      /** @description Whether every event of the account is deleted. */
      deleted_from_log: boolean;
      /** @description Empty until the deletion has begun. */
      records: components['schemas']['ErasedRecords'][];
      /** @description The number of deleted streams of the log. */
      deleted_streams: number;
      scrubbed_at: string | null;
      waiting_for: components['schemas']['ErasureWait'] | null;
      /** @description Shows the progress in a browser, for 90 days. The keys of the account are refused by then. */
      progress_url: string;
    };
    NewApiKey: {
      name: string;
      scopes?: (
        | 'forms:read'
        | 'forms:write'
        | 'submissions:read'
        | 'submissions:write'
        | 'files:write'
        | 'payments:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'account:write'
      )[];
      expires_at?: string | null;
    };
    /** @description The new key, in full this once. */
    NewApiKeyWithSecret: {
      id: string;
      name: string;
      scopes: (
        | 'forms:read'
        | 'forms:write'
        | 'submissions:read'
        | 'submissions:write'
        | 'files:write'
        | 'payments:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'account:write'
      )[];
      expires_at: string | null;
      key?: string;
      /** Format: date-time */
      created_at: string;
      /** @description Only in the response to a repeated request: the members of the first response that are not stored. */
      shown_once?: string[];
    };
    ApiKey: {
      id: string;
      name: string;
      scopes: (
        | 'forms:read'
        | 'forms:write'
        | 'submissions:read'
        | 'submissions:write'
        | 'files:write'
        | 'payments:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'account:write'
      )[];
      expires_at: string | null;
      revoked_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description To the minute. */
      last_used_at: string | null;
    };
    /** @description Keys, newest first. */
    ApiKeyList: {
      data: components['schemas']['ApiKey'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    /** @description The revoked key. */
    RevokedApiKey: {
      id: string;
      name: string;
      scopes: (
        | 'forms:read'
        | 'forms:write'
        | 'submissions:read'
        | 'submissions:write'
        | 'files:write'
        | 'payments:write'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'account:write'
      )[];
      expires_at: string | null;
      revoked_at: string | null;
    };
    Member: {
      /** @description The id of the person, the same in every account. */
      id: string;
      name: string;
      email: string;
      /** @enum {unknown} */
      role: 'owner' | 'editor' | 'viewer';
      /** Format: date-time */
      since: string;
      /** @description Whether a sign-in with the password asks for a code of an app, too. */
      second_factor: boolean;
    };
    /** @description The members, in the order in which they joined. */
    MemberList: {
      data: components['schemas']['Member'][];
      count: number;
    };
    MemberChange: {
      /** @enum {unknown} */
      role: 'owner' | 'editor' | 'viewer';
    };
    /** @description The member has no second factor. */
    ResetSecondFactor: {
      id: string;
      second_factor: boolean;
    };
    /** @description The person is no longer a member. */
    RemovedMember: {
      id: string;
      removed: boolean;
    };
    NewInvitation: {
      email: string;
      /** @enum {unknown} */
      role: 'owner' | 'editor' | 'viewer';
    };
    /** @description The invitation. */
    SentInvitation: {
      id: string;
      email: string;
      /** @enum {unknown} */
      role: 'owner' | 'editor' | 'viewer';
      /** Format: date-time */
      invited_at: string;
      /** Format: date-time */
      expires_at: string;
      /** @description Whether the mail server has taken over the invitation. */
      mailed: boolean;
      /** @description Why it was not mailed, where the service sends mail. */
      mail_failure?: string;
      /** @description For the person who is invited; shown only if it was not mailed: to operators, and to others where the service sends no mail. */
      link?: string;
      /** @description Only in the response to a repeated request: the members of the first response that are not stored. */
      shown_once?: string[];
    };
    Invitation: {
      id: string;
      email: string;
      /** @enum {unknown} */
      role: 'owner' | 'editor' | 'viewer';
      /** Format: date-time */
      invited_at: string;
      /** Format: date-time */
      expires_at: string;
    };
    /** @description The invitations. */
    InvitationList: {
      data: components['schemas']['Invitation'][];
      count: number;
    };
    /** @description The invitation is withdrawn. */
    WithdrawnInvitation: {
      id: string;
      withdrawn: boolean;
    };
    /** @description The person. */
    Person: {
      /** @description The id of the person, the same in every account. */
      id: string;
      name: string;
      email: string;
      /** Format: date-time */
      registered_at: string;
      accounts: {
        id: string;
        /** @enum {unknown} */
        role: 'owner' | 'editor' | 'viewer';
      }[];
    };
    /** @description The erasure, and how far it is. */
    PersonErasure: {
      /** @description The id of the person. The name and the address are erased. */
      id: string;
      /**
       * @description `erasing`: the person is hidden and signs in no more, and the data is being removed. `erased`: all is removed.
       * @enum {unknown}
       */
      status: 'erasing' | 'erased';
      /** Format: date-time */
      requested_at: string;
      completed_at: string | null;
      /** @description Whether every event of the person is deleted. */
      deleted_from_log: boolean;
      scrubbed_at: string | null;
      waiting_for: components['schemas']['ErasureWait'] | null;
    };
    NoticeChoices: {
      person_id: string;
      mail: {
        kinds: (
          | 'destination.failing'
          | 'destination.disabled'
          | 'quota.reached'
          | 'form.closed'
          | 'member.signed_in'
        )[];
        /** @description How often new submissions are reported; null for never. */
        submissions: ('each' | 'hourly' | 'daily') | null;
      };
      chat: {
        kinds: (
          | 'destination.failing'
          | 'destination.disabled'
          | 'quota.reached'
          | 'form.closed'
          | 'member.signed_in'
        )[];
        /** @description How often new submissions are reported; null for never. */
        submissions: ('each' | 'hourly' | 'daily') | null;
        /** @description The host of the chat; its address is a secret and is not shown. */
        host: string | null;
      };
    };
    NewNoticeChoices: {
      mail?: {
        kinds: (
          | 'destination.failing'
          | 'destination.disabled'
          | 'quota.reached'
          | 'form.closed'
          | 'member.signed_in'
        )[];
        /** @description How often new submissions are reported; null for never. */
        submissions: ('each' | 'hourly' | 'daily') | null;
      };
      chat?: {
        kinds: (
          | 'destination.failing'
          | 'destination.disabled'
          | 'quota.reached'
          | 'form.closed'
          | 'member.signed_in'
        )[];
        /** @description How often new submissions are reported; null for never. */
        submissions: ('each' | 'hourly' | 'daily') | null;
      };
      /** @description The address of the incoming webhook of a chat, which takes `{"text": …}`; null removes it. */
      chat_url?: string | null;
    };
    Notice: {
      id: string;
      person_id: string;
      /** @enum {unknown} */
      channel: 'mail' | 'chat';
      about:
        | {
            /** @enum {string} */
            kind: 'destination.failing';
            destinationId: string;
          }
        | {
            /** @enum {string} */
            kind: 'destination.disabled';
            destinationId: string;
            reason:
              | {
                  /** @enum {string} */
                  kind: 'operator';
                }
              | {
                  /** @enum {string} */
                  kind: 'gone';
                }
              | {
                  /** @enum {string} */
                  kind: 'failures';
                  exhausted: number;
                  attempts: number;
                  failedSince: string;
                };
          }
        | {
            /** @enum {string} */
            kind: 'quota.reached';
            month: string;
            /** @enum {unknown} */
            share: 80 | 100;
            limit: number;
          }
        | {
            /** @enum {string} */
            kind: 'form.closed';
            formId: string;
          }
        | {
            /** @enum {string} */
            kind: 'member.signed_in';
            method: 'password' | 'passkey' | 'ticket' | 'openid';
          }
        | {
            /** @enum {string} */
            kind: 'submission.created';
            formId: string;
            submissionId: string;
          }
        | {
            /** @enum {string} */
            kind: 'submission.digest';
            /** @enum {unknown} */
            pace: 'each' | 'hourly' | 'daily';
            since: string;
            until: string;
            forms: {
              formId: string;
              count: number;
            }[];
          };
      /** @enum {unknown} */
      status: 'pending' | 'sent' | 'failed' | 'unconfirmed' | 'cancelled';
      /** Format: date-time */
      occurred_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description When the next attempt is due. */
      due_at: string | null;
      cancelled_because: ('no_member' | 'not_permitted' | 'stopped' | 'subject_gone') | null;
      attempts: {
        attempt: number;
        /** Format: date-time */
        at: string;
        outcome:
          | {
              /** @enum {string} */
              kind: 'sent';
            }
          | {
              /** @enum {string} */
              kind: 'refused';
              code: number | null;
              reason: string;
            }
          | {
              /** @enum {string} */
              kind: 'failed';
              code: number | null;
              reason: string;
              mayHaveArrived: boolean;
            }
          | {
              /** @enum {string} */
              kind: 'interrupted';
            };
      }[];
    };
    /** @description Newest first. */
    NoticeList: {
      data: components['schemas']['Notice'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    /** @description The link, and the time at which it expires. */
    ConsoleTicket: {
      /** @description Opens the console, once. */
      url?: string;
      /** Format: date-time */
      expires_at: string;
      /** @description Only in the response to a repeated request: the members of the first response that are not stored. */
      shown_once?: string[];
    };
    NewSignUpInvitation: {
      email: string;
    };
    /** @description The invitation. */
    SignUpInvitation: {
      email: string;
      /** Format: date-time */
      expires_at: string;
      /** @description Whether the mail server has taken over the invitation. */
      mailed: boolean;
      /** @description Why it was not mailed, where the service sends mail. */
      mail_failure?: string;
      /** @description For the person who is invited; shown only if it was not mailed: to operators, and to others where the service sends no mail. */
      link?: string;
      /** @description Only in the response to a repeated request: the members of the first response that are not stored. */
      shown_once?: string[];
    };
    /** @description The erasure and its progress. */
    Erasure: {
      id: string;
      account_id: string;
      form_id: string | null;
      /**
       * @description `erasing`: the submission is hidden, and its events and file contents are being removed. `erased`: all are removed.
       * @enum {unknown}
       */
      status: 'erasing' | 'erased';
      /** Format: date-time */
      erased_at: string;
      completed_at: string | null;
      /** @description Whether every event about the submission is deleted. */
      deleted_from_log: boolean;
      scrubbed_at: string | null;
      waiting_for: components['schemas']['ErasureWait'] | null;
    };
    Actor: {
      kind: 'key' | 'operator' | 'member' | 'system';
      id: string;
    };
    AuditEvent: {
      id: string;
      type: string;
      stream: string;
      revision: number;
      position: string;
      /** Format: date-time */
      recorded_at: string;
      actor: components['schemas']['Actor'];
      correlation_id: string;
      causation_id: string;
      data: {
        [key: string]: unknown;
      };
      /** @description The event as a sentence in English, with the names of its time. Its words may change. */
      sentence: string;
    };
    /** @description Events, oldest first. */
    AuditEventList: {
      data: components['schemas']['AuditEvent'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    EventStoreMember: {
      /** @description The advertised `host:port`. */
      member: string;
      /**
       * Format: date-time
       * @description When the member was last seen.
       */
      seen_at: string;
    };
    /** @description The members, and when each was last seen. */
    EventStoreMemberList: {
      data: components['schemas']['EventStoreMember'][];
      count: number;
    };
    /** @description How many submissions are selected. */
    SelectedForErasure: {
      form_id: string;
      form_title: string;
      /** @description Without the submissions whose erasure has begun. */
      count: number;
      /** @description Whether there may be more: conditions on answers, source and version are counted for two seconds. */
      is_least: boolean;
      /**
       * Format: date-time
       * @description The moment of the selection: submissions that arrive or change later are not erased.
       */
      asked_at: string;
    };
    NextErasures: {
      /**
       * Format: date-time
       * @description From this time on, inclusive; with a zone.
       */
      since?: string;
      /**
       * Format: date-time
       * @description Before this time; with a zone.
       */
      until?: string;
      /**
       * @description Only submissions that are begun and not saved since, saved and not complete, or complete; `incomplete` for begun or saved.
       * @enum {unknown}
       */
      status?: 'begun' | 'saved' | 'complete' | 'incomplete';
      /**
       * @description Only submissions from the public form, the API or an import.
       * @enum {unknown}
       */
      source?: 'form' | 'api' | 'import' | 'api_or_import';
      /** @description Only submissions to this version of the form. */
      version?: number;
      /** @description Only submissions whose answers have each of these words, or a word that begins with it, in any order. Capitals and accents make no difference. Options are found by their labels. */
      search?: string;
      /** @description Only submissions whose whole answer to a question is this one: the key of the question, a colon, and the answer as people see it, such as `email:ada@example.com`. Capitals and blanks make no difference; a telephone number may be in E.164. */
      answer?: string;
      /**
       * Format: date-time
       * @description The moment of the selection: submissions that arrive or change later are not erased.
       */
      asked_at?: string;
      after_id?: string;
      /**
       * Format: date-time
       * @description With after_id, the place where the response before this request ended.
       */
      after_submitted_at?: string;
    };
    /** @description How many submissions this request erased, and where the next one goes on. */
    ErasureStep: {
      form_id: string;
      /** @description The submissions that this request erased. */
      erased: number;
      /** @description Whether no selected submission is left. */
      is_done: boolean;
      /** @description Whether earlier erasures of the account have to end first: at most 2,000 are in progress at a time. */
      is_waiting: boolean;
      /**
       * Format: date-time
       * @description The moment of the selection: submissions that arrive or change later are not erased.
       */
      asked_at: string;
      after_id: string | null;
      after_submitted_at: string | null;
    };
    Change: {
      /** @description A JSON pointer. */
      path: string;
      before?: unknown;
      after?: unknown;
    };
    WordedChange: {
      /** @description The question, or the name of the setting. */
      label: string;
      before: string | null;
      after: string | null;
    };
    DeliveryOfEvent: {
      id: string;
      destination_id: string;
      status: string;
      attempts: components['schemas']['Attempt'][];
    };
    HistoryEvent: {
      id: string;
      type: string;
      stream: string;
      revision: number;
      position: string;
      /** Format: date-time */
      recorded_at: string;
      actor: components['schemas']['Actor'];
      correlation_id: string;
      causation_id: string;
      data: {
        [key: string]: unknown;
      };
      /** @description The event as a sentence in English, with the names of its time. Its words may change. */
      sentence: string;
      /** @description The members of the state that the event changed, without secrets. */
      changes: components['schemas']['Change'][];
      /** @description The changes as people saw them: labels, choices, amounts. */
      worded_changes: components['schemas']['WordedChange'][];
      /** @description The webhooks about this event, with every attempt. */
      deliveries: components['schemas']['DeliveryOfEvent'][];
    };
    /** @description Events, in the order asked for. */
    HistoryEventList: {
      data: components['schemas']['HistoryEvent'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    StateAtPoint: {
      as_of: string;
      revision: number | null;
      position: string | null;
      recorded_at: string | null;
      state: {
        [key: string]: unknown;
      } | null;
      compared_to?: string;
      changes?: components['schemas']['Change'][];
    };
    Act: {
      id: string;
      type: string;
      stream: string;
      revision: number;
      position: string;
      /** Format: date-time */
      recorded_at: string;
      actor: components['schemas']['Actor'];
      correlation_id: string;
      causation_id: string;
      data: {
        [key: string]: unknown;
      };
      /** @description The event as a sentence in English, with the names of its time. Its words may change. */
      sentence: string;
      /** @description The changes as people saw them: labels, choices, amounts. */
      worded_changes: components['schemas']['WordedChange'][];
      /** @description Of unpublished changes of a form: how many saves of one person without a pause of half an hour the sentence covers. The event is the last of them. */
      saves?: number;
      /**
       * Format: date-time
       * @description The time of the first of these saves.
       */
      began_at?: string;
    };
    /** @description Acts, in the order asked for. */
    ActList: {
      data: components['schemas']['Act'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
      /** @description Corrections of answers before this time are in the histories of their submissions alone; null if all are listed. */
      corrections_since: string | null;
    };
    /** @description The present work of a worker; null while it is idle. */
    WorkInProgress: {
      code: string;
      message: string;
      names: string[];
      since: string;
    };
    ProcessOfGeneration: {
      process: string;
      state: string;
    };
    Generation: {
      id: string;
      version: number;
      /** @enum {unknown} */
      state: 'building' | 'live' | 'kept' | 'dropping';
      position: string | null;
      /** @description The number of parked keys. */
      parked: number;
      /** @description The part of the log that was read, from 0 to 1. */
      progress: number;
      /** @description Events read per second, recently. */
      rate: number;
      error: components['schemas']['LastError'] | null;
      processes: components['schemas']['ProcessOfGeneration'][];
      made_at: string | null;
    };
    Difference: {
      id: string;
      /** @enum {unknown} */
      kind: 'missing' | 'unexpected' | 'different';
      members: string[];
    };
    VerificationReport: {
      compared: number;
      /** @description Changed by events after the end of the verification. */
      moved_on: number;
      different: number;
      differences: components['schemas']['Difference'][];
      at: string;
    };
    Projection: {
      name: string;
      /** @enum {unknown} */
      kind: 'read model' | 'copy' | 'verification' | 'process manager' | 'worker';
      of: string;
      version: number;
      generation: string;
      state: string;
      position: string | null;
      /** @description Counted up to 10,000. */
      lag_events: number;
      lag_seconds: number;
      /** @description The number of parked keys. */
      parked: number;
      rate: number;
      error: components['schemas']['LastError'] | null;
      doing: components['schemas']['WorkInProgress'] | null;
      generations: components['schemas']['Generation'][];
      report: components['schemas']['VerificationReport'] | null;
    };
    /** @description Read models, copies and process managers with their state. */
    ProjectionList: {
      data: components['schemas']['Projection'][];
      count: number;
    };
    ReadModelDocument: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    /** @description Documents in the order of their ids; those of one account newest first. */
    ReadModelDocumentList: {
      data: components['schemas']['ReadModelDocument'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    ProjectionReplay: {
      /**
       * @description A log position, or an RFC 3339 time.
       * @example 4711
       * @example 2026-01-31T12:00:00Z
       */
      from?: string;
      /**
       * @description A log position, or an RFC 3339 time.
       * @example 4711
       * @example 2026-01-31T12:00:00Z
       */
      to?: string;
      into?: string;
    };
    ProjectionVerification: {
      sample?: number;
    };
    RealignmentDiverged: {
      projection: string;
      reason: string;
    };
    Realignment: {
      /** @description The read models and process managers that have read events which the log does not hold. */
      diverged: components['schemas']['RealignmentDiverged'][];
    };
    Missing: {
      model: string;
      id: string;
      account_id: string | null;
      form_id: string | null;
      at: string | null;
      /**
       * @description `earlier`: the log has the item, but not its last changes.
       * @enum {unknown}
       */
      state: 'missing' | 'earlier';
    };
    /** @description By the name of the read model and the id. */
    MissingList: {
      data: components['schemas']['Missing'][];
      count: number;
      has_more: boolean;
      next_cursor: string | null;
    };
    /** @description The scope held back: the events of a document, of an account, or of a stream. */
    ParkedKeyScope: {
      /** @enum {unknown} */
      kind: 'document' | 'account' | 'stream';
      id: string;
    };
    ParkedKeyEvent: {
      id: string;
      type: string;
      stream: string;
      revision: number;
      position: string;
    };
    ParkedKey: {
      generation: string;
      scope: components['schemas']['ParkedKeyScope'];
      account_id: string | null;
      event: components['schemas']['ParkedKeyEvent'];
      /** @enum {unknown} */
      cause: 'unknown type' | 'unreadable' | 'handler' | 'effect' | 'document';
      reason: string;
      /** @description The number of events held back, this event included. */
      events: number;
      since: string;
      retried_at: string | null;
      is_retry_asked: boolean;
    };
    /** @description The parked keys, the oldest first. */
    ParkedKeyList: {
      data: components['schemas']['ParkedKey'][];
      count: number;
    };
    ParkedKeysRetry: {
      event_id?: string;
    };
    /** @description The keys that are tried again. */
    ParkedKeysRetried: {
      projection: string;
      /** @description The number of parked keys that are retried. */
      keys: number;
    };
    EventSkip: {
      event_id: string;
      reason: string;
    };
    /** @description The event that is skipped. */
    SkippedEvent: {
      projection: string;
      event_id: string;
      reason: string;
      at: string;
    };
    SentField: {
      id: string;
      key: string;
      label: string;
      /** @enum {unknown} */
      kind:
        | 'short_text'
        | 'long_text'
        | 'email'
        | 'phone'
        | 'url'
        | 'number'
        | 'rating'
        | 'scale'
        | 'nps'
        | 'yes_no'
        | 'consent'
        | 'single_choice'
        | 'dropdown'
        | 'multiple_choice'
        | 'ranking'
        | 'date'
        | 'time'
        | 'datetime'
        | 'address'
        | 'full_name'
        | 'matrix'
        | 'payment'
        | 'file'
        | 'hidden'
        | 'statement';
      value: unknown;
      /** @description The answer as the person saw it: labels for the values of options, yes and no in words, an amount such as `12.50 EUR`. Null for no answer. */
      display?: string | null;
      /** @description For the kind `phone`: the number in E.164 format, such as `+442079460000`, without its extension. A number without the code of its country is read by the region of the form's language, or of its time zone. Null where the number is not known. */
      e164?: string | null;
    };
    SubmissionCreated: {
      /** @enum {string} */
      event: 'submission.created';
      submission_id: string;
      /** @description The form's title. */
      form: string;
      form_id: string;
      form_slug: string;
      /** @enum {unknown} */
      form_status: 'draft' | 'published' | 'closed' | 'archived';
      is_complete: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      submitted_at: string;
      /** @description By label. */
      answers: {
        [key: string]: unknown;
      };
      fields: components['schemas']['SentField'][];
      /** @description The answers to questions that were removed from the form before the submission was completed. */
      removed_fields?: components['schemas']['RemovedField'][];
      /** @description The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other two, only in deliveries that an earlier release planned. */
      event_id?: string;
      /**
       * Format: date-time
       * @description The time of the event.
       */
      occurred_at?: string;
      /** @description The log position of the event. A later event has a greater number; compare as numbers. */
      position?: string;
    };
    PaymentCompleted: {
      /** @enum {string} */
      event: 'submission.payment_completed';
      submission_id: string;
      /** @description The form's title. */
      form: string;
      form_id: string;
      form_slug: string;
      /** @enum {unknown} */
      form_status: 'draft' | 'published' | 'closed' | 'archived';
      is_complete: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      submitted_at: string;
      /** @description By label. */
      answers: {
        [key: string]: unknown;
      };
      fields: components['schemas']['SentField'][];
      /** @description The answers to questions that were removed from the form before the submission was completed. */
      removed_fields?: components['schemas']['RemovedField'][];
      payment: components['schemas']['Payment'];
      /** @description The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other two, only in deliveries that an earlier release planned. */
      event_id?: string;
      /**
       * Format: date-time
       * @description The time of the event.
       */
      occurred_at?: string;
      /** @description The log position of the event. A later event has a greater number; compare as numbers. */
      position?: string;
    };
    SubmissionCorrected: {
      /** @enum {string} */
      event: 'submission.corrected';
      submission_id: string;
      /** @description The form's title. */
      form: string;
      form_id: string;
      form_slug: string;
      /** @enum {unknown} */
      form_status: 'draft' | 'published' | 'closed' | 'archived';
      is_complete: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      submitted_at: string;
      /** @description By label. */
      answers: {
        [key: string]: unknown;
      };
      fields: components['schemas']['SentField'][];
      /** @description The answers to questions that were removed from the form before the submission was completed. */
      removed_fields?: components['schemas']['RemovedField'][];
      /**
       * Format: date-time
       * @description When the answers were corrected; they are the present ones.
       */
      corrected_at: string;
      /** @description The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other two, only in deliveries that an earlier release planned. */
      event_id?: string;
      /**
       * Format: date-time
       * @description The time of the event.
       */
      occurred_at?: string;
      /** @description The log position of the event. A later event has a greater number; compare as numbers. */
      position?: string;
    };
    FormPublished: {
      /** @enum {string} */
      event: 'form.published';
      /** @description The form's title. */
      form: string;
      form_id: string;
      form_slug: string;
      /** @enum {string} */
      status: 'published';
      url: string;
      /** Format: date-time */
      published_at: string;
      /** @description The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other two, only in deliveries that an earlier release planned. */
      event_id?: string;
      /**
       * Format: date-time
       * @description The time of the event.
       */
      occurred_at?: string;
      /** @description The log position of the event. A later event has a greater number; compare as numbers. */
      position?: string;
    };
    PingSent: {
      /** @enum {string} */
      event: 'ping';
      destination_id: string;
      /** @description The destination's label. */
      destination: string;
      /** Format: date-time */
      sent_at: string;
      /** @description The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other two, only in deliveries that an earlier release planned. */
      event_id?: string;
      /**
       * Format: date-time
       * @description The time of the event.
       */
      occurred_at?: string;
      /** @description The log position of the event. A later event has a greater number; compare as numbers. */
      position?: string;
    };
    Error: {
      error: {
        /** @enum {string} */
        code:
          | 'invalid_request'
          | 'invalid_signature'
          | 'missing_key'
          | 'invalid_key'
          | 'revoked_key'
          | 'expired_key'
          | 'plan_required'
          | 'insufficient_scope'
          | 'plan_limit_reached'
          | 'quota_exceeded'
          | 'not_found'
          | 'method_not_allowed'
          | 'request_timeout'
          | 'conflict'
          | 'destination_disabled'
          | 'destination_removed'
          | 'no_longer_wanted'
          | 'payment_mismatch'
          | 'form_changed'
          | 'slug_taken'
          | 'login_taken'
          | 'only_sign_in'
          | 'already_member'
          | 'last_owner'
          | 'form_not_published'
          | 'invalid_transition'
          | 'idempotency_in_flight'
          | 'invitation_over'
          | 'erased'
          | 'precondition_failed'
          | 'payload_too_large'
          | 'uri_too_long'
          | 'range_not_satisfiable'
          | 'unsupported_media_type'
          | 'infected_file'
          | 'idempotency_mismatch'
          | 'rate_limited'
          | 'server_error'
          | 'read_model_behind'
          | 'read_model_diverged'
          | 'file_store_unavailable'
          | 'storage_full'
          | 'unavailable';
        message: string;
        /** @description With `invalid_request`, every problem; with other codes, facts such as `limit`. */
        details?:
          | components['schemas']['Problem'][]
          | {
              [key: string]: unknown;
            };
        request_id: string;
      };
    };
    Problem: {
      /**
       * @description The part of the request.
       * @enum {string}
       */
      in: 'body' | 'query' | 'path' | 'header';
      /** @description A JSON pointer into that part. */
      path: string;
      code: string;
      message: string;
      /** @description The key of the question, or the unknown name. */
      field?: string;
    };
  };
  responses: {
    /** @description `invalid_request`: The request is malformed. */
    'Failure400.invalid_request': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "invalid_request",
         *         "message": "The request is malformed.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `missing_key`: The request has no API key. Send it as "Authorization: Bearer KEY" or "X-Api-Key". `invalid_key`: The API key is not valid. `revoked_key`: The API key was revoked. `expired_key`: The API key has expired. */
    'Failure401.missing_key.invalid_key.revoked_key.expired_key': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "missing_key",
         *         "message": "The request has no API key. Send it as \"Authorization: Bearer KEY\" or \"X-Api-Key\".",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `plan_required`: The account's plan does not include the API. `insufficient_scope`: The API key lacks the scope for this request. */
    'Failure403.plan_required.insufficient_scope': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "plan_required",
         *         "message": "The account's plan does not include the API.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `not_found`: The resource does not exist. */
    'Failure404.not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "not_found",
         *         "message": "The resource does not exist.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `request_timeout`: The request took too long to arrive. */
    'Failure408.request_timeout': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "request_timeout",
         *         "message": "The request took too long to arrive.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `payload_too_large`: The request is too large. */
    'Failure413.payload_too_large': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "payload_too_large",
         *         "message": "The request is too large.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `uri_too_long`: The path and query of the request are too long. */
    'Failure414.uri_too_long': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "uri_too_long",
         *         "message": "The path and query of the request are too long.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `rate_limited`: Too many requests. */
    'Failure429.rate_limited': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "rate_limited",
         *         "message": "Too many requests.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `server_error`: An internal error occurred. */
    'Failure500.server_error': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "server_error",
         *         "message": "An internal error occurred.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unavailable`: The service is temporarily unavailable. Try again shortly. `read_model_behind`: The read model has not reached that position yet. Try again shortly. `read_model_diverged`: The read models do not match the event log, and lists would be wrong. The operator of the service has to run: formlog projections realign */
    'Failure503.unavailable.read_model_behind.read_model_diverged': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unavailable",
         *         "message": "The service is temporarily unavailable. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `plan_required`: The account's plan does not include the API. `insufficient_scope`: The API key lacks the scope for this request. `plan_limit_reached`: The limit of the plan is reached. */
    'Failure403.plan_required.insufficient_scope.plan_limit_reached': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "plan_required",
         *         "message": "The account's plan does not include the API.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `slug_taken`: Another form of the account has this slug. `invalid_transition`: The current status does not allow this change. */
    'Failure409.idempotency_in_flight.slug_taken.invalid_transition': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `precondition_failed`: The resource has changed since it was read. */
    'Failure412.precondition_failed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "precondition_failed",
         *         "message": "The resource has changed since it was read.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unsupported_media_type`: The Content-Type must be application/json. */
    'Failure415.unsupported_media_type': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unsupported_media_type",
         *         "message": "The Content-Type must be application/json.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_mismatch`: The idempotency key was used for a different request. */
    'Failure422.idempotency_mismatch': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_mismatch",
         *         "message": "The idempotency key was used for a different request.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unavailable`: The service is temporarily unavailable. Try again shortly. */
    'Failure503.unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unavailable",
         *         "message": "The service is temporarily unavailable. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `missing_key`: The request has no API key. Send it as "Authorization: Bearer KEY" or "X-Api-Key". `invalid_key`: The API key is not valid. */
    'Failure401.missing_key.invalid_key': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "missing_key",
         *         "message": "The request has no API key. Send it as \"Authorization: Bearer KEY\" or \"X-Api-Key\".",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `insufficient_scope`: The API key lacks the scope for this request. `plan_limit_reached`: The limit of the plan is reached. */
    'Failure403.insufficient_scope.plan_limit_reached': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "insufficient_scope",
         *         "message": "The API key lacks the scope for this request.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `slug_taken`: Another form of the account has this slug. */
    'Failure409.idempotency_in_flight.slug_taken': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unavailable`: The service is temporarily unavailable. Try again shortly. `read_model_behind`: The read model has not reached that position yet. Try again shortly. */
    'Failure503.unavailable.read_model_behind': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unavailable",
         *         "message": "The service is temporarily unavailable. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `insufficient_scope`: The API key lacks the scope for this request. */
    'Failure403.insufficient_scope': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "insufficient_scope",
         *         "message": "The API key lacks the scope for this request.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. */
    'Failure409.idempotency_in_flight': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `plan_required`: The account's plan does not include the API. `insufficient_scope`: The API key lacks the scope for this request. `quota_exceeded`: The plan's submissions for this month are used up. */
    'Failure403.plan_required.insufficient_scope.quota_exceeded': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "plan_required",
         *         "message": "The account's plan does not include the API.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `form_not_published`: The form is not published. `form_changed`: The form has changed since the version that was answered. */
    'Failure409.idempotency_in_flight.form_not_published.form_changed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `erased`: The resource was erased. */
    'Failure410.erased': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "erased",
         *         "message": "The resource was erased.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `insufficient_scope`: The API key lacks the scope for this request. `quota_exceeded`: The plan's submissions for this month are used up. */
    'Failure403.insufficient_scope.quota_exceeded': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "insufficient_scope",
         *         "message": "The API key lacks the scope for this request.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `conflict`: The request conflicts with the current state of the resource. `form_not_published`: The form is not published. */
    'Failure409.idempotency_in_flight.conflict.form_not_published': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `form_not_published`: The form is not published. */
    'Failure409.idempotency_in_flight.form_not_published': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_mismatch`: The idempotency key was used for a different request. `infected_file`: The scanner has found something in the file. */
    'Failure422.idempotency_mismatch.infected_file': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_mismatch",
         *         "message": "The idempotency key was used for a different request.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unavailable`: The service is temporarily unavailable. Try again shortly. `file_store_unavailable`: The file store does not answer. Try again shortly. */
    'Failure503.unavailable.file_store_unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unavailable",
         *         "message": "The service is temporarily unavailable. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `storage_full`: The file store has no room. The operator of the service has to make some. */
    'Failure507.storage_full': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "storage_full",
         *         "message": "The file store has no room. The operator of the service has to make some.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unavailable`: The service is temporarily unavailable. Try again shortly. `read_model_behind`: The read model has not reached that position yet. Try again shortly. `read_model_diverged`: The read models do not match the event log, and lists would be wrong. The operator of the service has to run: formlog projections realign `file_store_unavailable`: The file store does not answer. Try again shortly. */
    'Failure503.unavailable.read_model_behind.read_model_diverged.file_store_unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unavailable",
         *         "message": "The service is temporarily unavailable. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `range_not_satisfiable`: The content has fewer bytes than the range begins with. */
    'Failure416.range_not_satisfiable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "range_not_satisfiable",
         *         "message": "The content has fewer bytes than the range begins with.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `infected_file`: The scanner has found something in the file. */
    'Failure422.infected_file': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "infected_file",
         *         "message": "The scanner has found something in the file.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `payment_mismatch`: The payment does not match the answer to the payment field. `conflict`: The request conflicts with the current state of the resource. */
    'Failure409.idempotency_in_flight.payment_mismatch.conflict': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `conflict`: The request conflicts with the current state of the resource. */
    'Failure409.idempotency_in_flight.conflict': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `invalid_transition`: The current status does not allow this change. `no_longer_wanted`: The destination's settings no longer include this delivery. `destination_disabled`: The destination is disabled. Enable it, then try again. `destination_removed`: The destination was removed. */
    'Failure409.idempotency_in_flight.invalid_transition.no_longer_wanted.destination_disabled.destination_removed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `invalid_transition`: The current status does not allow this change. */
    'Failure409.idempotency_in_flight.invalid_transition': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `destination_disabled`: The destination is disabled. Enable it, then try again. `destination_removed`: The destination was removed. */
    'Failure409.destination_disabled.destination_removed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "destination_disabled",
         *         "message": "The destination is disabled. Enable it, then try again.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `destination_disabled`: The destination is disabled. Enable it, then try again. `destination_removed`: The destination was removed. */
    'Failure409.idempotency_in_flight.destination_disabled.destination_removed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `invalid_transition`: The current status does not allow this change. `destination_disabled`: The destination is disabled. Enable it, then try again. `destination_removed`: The destination was removed. */
    'Failure409.idempotency_in_flight.invalid_transition.destination_disabled.destination_removed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `conflict`: The request conflicts with the current state of the resource. */
    'Failure409.conflict': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "conflict",
         *         "message": "The request conflicts with the current state of the resource.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `last_owner`: An account keeps one owner at least. Make another member an owner first. */
    'Failure409.idempotency_in_flight.last_owner': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `already_member`: The person is a member of the account already. */
    'Failure409.idempotency_in_flight.already_member': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `invitation_over`: The invitation was accepted or withdrawn, or has expired. */
    'Failure410.invitation_over': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "invitation_over",
         *         "message": "The invitation was accepted or withdrawn, or has expired.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_in_flight`: A request with this idempotency key is still in progress. `conflict`: The request conflicts with the current state of the resource. `login_taken`: Another person signs in with this address. */
    'Failure409.idempotency_in_flight.conflict.login_taken': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "idempotency_in_flight",
         *         "message": "A request with this idempotency key is still in progress.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    'X-Request-Id': string;
    'X-RateLimit-Limit': number;
    'X-RateLimit-Remaining': number;
    /** @description Unix seconds. */
    'X-RateLimit-Reset': number;
    'RateLimit-Policy': string;
    RateLimit: string;
    /** @description Seconds. */
    'Retry-After': number;
    'WWW-Authenticate': string;
    /** @description A name for the file. */
    'Content-Disposition': string;
    /** @description The revision, for `If-Match`. */
    ETag: string;
    /** @description The response is that of an earlier, identical request. */
    'Idempotency-Replayed': 'true';
    /** @description The next page, `rel="next"`; absent on the last. */
    Link: string;
    Location: string;
    /** @description For `X-Read-After`. */
    'X-Log-Position': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listForms: {
    parameters: {
      query?: {
        id?: string;
        status?: 'draft' | 'published' | 'closed' | 'archived';
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Without `id` a page of forms, with `id` that form. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FormSummaryList'] | components['schemas']['Form'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  createOwnForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Feedback",
         *       "fields": [
         *         {
         *           "label": "E-mail",
         *           "kind": "email",
         *           "required": true
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewForm'];
      };
    };
    responses: {
      /** @description The new form with its fields. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "title": "Feedback",
           *       "slug": "feedback",
           *       "status": "published",
           *       "submission_count": 12,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "description": "Tell us.",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "version": 1,
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "required": false,
           *           "position": 1,
           *           "hidden": false
           *         }
           *       ],
           *       "account_id": "acme"
           *     }
           */
          'application/json': components['schemas']['ChangedFormOfAccount'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.slug_taken'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  changeForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description The change applies only if the resource has one of these entity tags. */
        'If-Match'?: string;
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "4tYb9QmZ1xLr7cVd2KsA",
         *       "status": "published"
         *     }
         */
        'application/json': components['schemas']['FormDetailsChange'];
      };
    };
    responses: {
      /** @description The changed form with its fields in order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "title": "Feedback",
           *       "slug": "feedback",
           *       "status": "published",
           *       "submission_count": 12,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "description": "Tell us.",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "version": 1,
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "required": false,
           *           "position": 1,
           *           "hidden": false
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ChangedForm'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.slug_taken.invalid_transition'];
      412: components['responses']['Failure412.precondition_failed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readOwnForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A form with its fields in order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "title": "Feedback",
           *       "slug": "feedback",
           *       "status": "published",
           *       "submission_count": 12,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "description": "Tell us.",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "version": 1,
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "required": false,
           *           "position": 1,
           *           "hidden": false
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Form'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listFormsOfAccount: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'draft' | 'published' | 'closed' | 'archived';
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forms, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "title": "Feedback",
           *           "slug": "feedback",
           *           "status": "published",
           *           "submission_count": 12,
           *           "created_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['FormSummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  createForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Feedback",
         *       "fields": [
         *         {
         *           "label": "E-mail",
         *           "kind": "email",
         *           "required": true
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewForm'];
      };
    };
    responses: {
      /** @description The new form with its fields. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          ETag: components['headers']['ETag'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "title": "Feedback",
           *       "slug": "feedback",
           *       "status": "published",
           *       "submission_count": 12,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "description": "Tell us.",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "version": 1,
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "required": false,
           *           "position": 1,
           *           "hidden": false
           *         }
           *       ],
           *       "account_id": "acme"
           *     }
           */
          'application/json': components['schemas']['ChangedFormOfAccount'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.slug_taken'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  readForm: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The form with its fields. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "title": "Feedback",
           *       "slug": "feedback",
           *       "status": "published",
           *       "submission_count": 12,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "description": "Tell us.",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "version": 1,
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "required": false,
           *           "position": 1,
           *           "hidden": false
           *         }
           *       ],
           *       "account_id": "acme"
           *     }
           */
          'application/json': components['schemas']['FormOfAccount'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeFormAndFields: {
    parameters: {
      query?: never;
      header?: {
        /** @description The change applies only if the resource has one of these entity tags. */
        'If-Match'?: string;
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "slug": "spring"
         *     }
         */
        'application/json': components['schemas']['FormChange'];
      };
    };
    responses: {
      /** @description The changed form with its fields. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "title": "Feedback",
           *       "slug": "feedback",
           *       "status": "published",
           *       "submission_count": 12,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "description": "Tell us.",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "version": 1,
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "required": false,
           *           "position": 1,
           *           "hidden": false
           *         }
           *       ],
           *       "account_id": "acme",
           *       "warnings": [
           *         {
           *           "code": "choice_lost_question",
           *           "message": "Destination \"CRM\" no longer gets the answer to \"Phone\".",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "field_id": "6kLm7NoP8qRs9TuV0wXy"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ChangedFormOfAccount'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.slug_taken.invalid_transition'];
      412: components['responses']['Failure412.precondition_failed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readCompletion: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How many were begun and completed, and where people stopped. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "begun": 10,
           *       "completed": 6,
           *       "open": 3,
           *       "expired": 1,
           *       "without_answers": {
           *         "open": 1,
           *         "expired": 0
           *       },
           *       "stopped_after": [
           *         {
           *           "field_id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "open": 2,
           *           "expired": 1
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['FormCompletion'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  countAnswers: {
    parameters: {
      query?: {
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description The versions of the form, such as `2,3`; all by default. */
        versions?: string;
        source?: 'api' | 'form';
        /** @description Complete submissions by default. */
        completion?: 'complete' | 'incomplete' | 'all';
        /** @description The id of a field: counts only submissions that chose `option` of it. */
        question?: string;
        option?: string;
        /** @description Accepts a count that began at this time or later, although submissions may have arrived since: the `counted_since` of a 202 response. */
        counted_since?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is counted. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "counted_at": "2026-01-31T12:00:00.000Z",
           *       "submissions": 12,
           *       "questions": [
           *         {
           *           "field_id": "2bCd3EfG4hIj5kLm6nOp",
           *           "key": "drink",
           *           "label": "A drink",
           *           "kind": "single_choice",
           *           "removed": false,
           *           "asked": 12,
           *           "answered": 11,
           *           "capped": false,
           *           "figures": {
           *             "type": "choices",
           *             "choices": [
           *               {
           *                 "value": "tea",
           *                 "label": "Tea",
           *                 "removed": false,
           *                 "count": 7
           *               },
           *               {
           *                 "value": "coffee",
           *                 "label": "Coffee",
           *                 "removed": false,
           *                 "count": 4
           *               }
           *             ]
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['FormAnswers'];
        };
      };
      /** @description The count is in progress. Send the request again with `counted_since`. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "read": 120000,
           *       "total": 400000,
           *       "counted_since": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['CountInProgress'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  countOwnAnswers: {
    parameters: {
      query?: {
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description The versions of the form, such as `2,3`; all by default. */
        versions?: string;
        source?: 'api' | 'form';
        /** @description Complete submissions by default. */
        completion?: 'complete' | 'incomplete' | 'all';
        /** @description The id of a field: counts only submissions that chose `option` of it. */
        question?: string;
        option?: string;
        /** @description Accepts a count that began at this time or later, although submissions may have arrived since: the `counted_since` of a 202 response. */
        counted_since?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is counted. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "counted_at": "2026-01-31T12:00:00.000Z",
           *       "submissions": 12,
           *       "questions": [
           *         {
           *           "field_id": "2bCd3EfG4hIj5kLm6nOp",
           *           "key": "drink",
           *           "label": "A drink",
           *           "kind": "single_choice",
           *           "removed": false,
           *           "asked": 12,
           *           "answered": 11,
           *           "capped": false,
           *           "figures": {
           *             "type": "choices",
           *             "choices": [
           *               {
           *                 "value": "tea",
           *                 "label": "Tea",
           *                 "removed": false,
           *                 "count": 7
           *               },
           *               {
           *                 "value": "coffee",
           *                 "label": "Coffee",
           *                 "removed": false,
           *                 "count": 4
           *               }
           *             ]
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['FormAnswers'];
        };
      };
      /** @description The count is in progress. Send the request again with `counted_since`. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "read": 120000,
           *       "total": 400000,
           *       "counted_since": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['CountInProgress'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readEmbedding: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The origins whose pages may show the forms. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "origins": null
           *     }
           */
          'application/json': components['schemas']['Embedding'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeEmbedding: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "origins": [
         *         "https://www.example.com"
         *       ]
         *     }
         */
        'application/json': components['schemas']['Embedding'];
      };
    };
    responses: {
      /** @description The new origins. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "origins": [
           *         "https://www.example.com"
           *       ]
           *     }
           */
          'application/json': components['schemas']['Embedding'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readOwnEmbedding: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The origins whose pages may show the forms. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "origins": null
           *     }
           */
          'application/json': components['schemas']['Embedding'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeOwnEmbedding: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "origins": [
         *         "https://www.example.com"
         *       ]
         *     }
         */
        'application/json': components['schemas']['Embedding'];
      };
    };
    responses: {
      /** @description The new origins. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "origins": [
           *         "https://www.example.com"
           *       ]
           *     }
           */
          'application/json': components['schemas']['Embedding'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listSubmissions: {
    parameters: {
      query?: {
        id?: string;
        form_id?: string;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        is_complete?: boolean;
        /** @description Only submissions that are begun and not saved since, saved and not complete, or complete. */
        status?: 'begun' | 'saved' | 'complete';
        /** @description Only submissions whose answers have each of these words, or a word that begins with it, in any order. Capitals and accents make no difference. Options are found by their labels. */
        search?: string;
        /** @description Only submissions whose whole answer to a question is this one: the key of the question, a colon, and the answer as people see it, such as `email:ada@example.com`. Capitals and blanks make no difference; a telephone number may be in E.164. It needs `form_id`. A page may have few submissions or none and yet a `next_cursor`; `coverage` says how far it went. */
        answer?: string;
        /** @description Values out of range become 1 or 200. */
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Without `id` a page of submissions, with `id` that submission. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['SubmissionSummaryList'] | components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  createSubmission: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
         *       "form_version": 1,
         *       "answers": {
         *         "email": "ada@example.com",
         *         "phone": "030 12345678"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewSubmission'];
      };
    };
    responses: {
      /** @description A submission with its answers by label, and in order. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "is_complete": true,
           *       "submitted_at": "2026-01-31T12:00:00.000Z",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "source": "api",
           *       "form_version": 1,
           *       "answers": {
           *         "E-mail": "ada@example.com",
           *         "Phone": "030 12345678"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com",
           *           "display": "ada@example.com"
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "value": "030 12345678",
           *           "display": "030 12345678",
           *           "e164": "+493012345678"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.quota_exceeded'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.form_not_published.form_changed'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readOwnSubmission: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A submission with its answers by label, and in order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "is_complete": true,
           *       "submitted_at": "2026-01-31T12:00:00.000Z",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "source": "api",
           *       "form_version": 1,
           *       "answers": {
           *         "E-mail": "ada@example.com",
           *         "Phone": "030 12345678"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com",
           *           "display": "ada@example.com"
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "value": "030 12345678",
           *           "display": "030 12345678",
           *           "e164": "+493012345678"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeOwnSubmission: {
    parameters: {
      query?: never;
      header?: {
        /** @description The change applies only if the resource has one of these entity tags. */
        'If-Match'?: string;
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "answers": {
         *         "email": "ada@example.com"
         *       },
         *       "correction": {
         *         "reason": "A typing error"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubmissionChanges'];
      };
    };
    responses: {
      /** @description A submission with its answers by label, and in order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "is_complete": true,
           *       "submitted_at": "2026-01-31T12:00:00.000Z",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "source": "api",
           *       "form_version": 1,
           *       "answers": {
           *         "E-mail": "ada@example.com",
           *         "Phone": "030 12345678"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com",
           *           "display": "ada@example.com"
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "value": "030 12345678",
           *           "display": "030 12345678",
           *           "e164": "+493012345678"
           *         }
           *       ],
           *       "corrected_at": "2026-01-31T12:00:00.000Z",
           *       "corrections": 1
           *     }
           */
          'application/json': components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.quota_exceeded'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict.form_not_published'];
      412: components['responses']['Failure412.precondition_failed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listSubmissionsOfAccount: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        form_id?: string;
        /** @description Only submissions that are begun and not saved since, saved and not complete, or complete. */
        status?: 'begun' | 'saved' | 'complete';
        /** @description Only submissions whose answers have each of these words, or a word that begins with it, in any order. Capitals and accents make no difference. Options are found by their labels. */
        search?: string;
        /** @description Only submissions whose whole answer to a question is this one: the key of the question, a colon, and the answer as people see it, such as `email:ada@example.com`. Capitals and blanks make no difference; a telephone number may be in E.164. It needs `form_id`. A page may have few submissions or none and yet a `next_cursor`; `coverage` says how far it went. */
        answer?: string;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Submissions, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7nWq2HpX5jRf8gTz3LdE",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "form_title": "Feedback",
           *           "is_complete": true,
           *           "submitted_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['SubmissionSummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  submitToForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
         *       "answers": {
         *         "email": "ada@example.com"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewSubmission'];
      };
    };
    responses: {
      /** @description A submission with its answers by label, and in order. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "is_complete": true,
           *       "submitted_at": "2026-01-31T12:00:00.000Z",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "source": "api",
           *       "form_version": 1,
           *       "answers": {
           *         "E-mail": "ada@example.com",
           *         "Phone": "030 12345678"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com",
           *           "display": "ada@example.com"
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "value": "030 12345678",
           *           "display": "030 12345678",
           *           "e164": "+493012345678"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.quota_exceeded'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.form_not_published.form_changed'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readSubmission: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A submission with its answers by label, and in order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "is_complete": true,
           *       "submitted_at": "2026-01-31T12:00:00.000Z",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "source": "api",
           *       "form_version": 1,
           *       "answers": {
           *         "E-mail": "ada@example.com",
           *         "Phone": "030 12345678"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com",
           *           "display": "ada@example.com"
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "value": "030 12345678",
           *           "display": "030 12345678",
           *           "e164": "+493012345678"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeSubmission: {
    parameters: {
      query?: never;
      header?: {
        /** @description The change applies only if the resource has one of these entity tags. */
        'If-Match'?: string;
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "answers": {
         *         "email": "ada@example.com"
         *       },
         *       "correction": {
         *         "reason": "A typing error"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubmissionChanges'];
      };
    };
    responses: {
      /** @description A submission with its answers by label, and in order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          ETag: components['headers']['ETag'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "is_complete": true,
           *       "submitted_at": "2026-01-31T12:00:00.000Z",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "source": "api",
           *       "form_version": 1,
           *       "answers": {
           *         "E-mail": "ada@example.com",
           *         "Phone": "030 12345678"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com",
           *           "display": "ada@example.com"
           *         },
           *         {
           *           "id": "6sTu7VwX8yZa9BcD1eFg",
           *           "key": "phone",
           *           "label": "Phone",
           *           "kind": "phone",
           *           "value": "030 12345678",
           *           "display": "030 12345678",
           *           "e164": "+493012345678"
           *         }
           *       ],
           *       "corrected_at": "2026-01-31T12:00:00.000Z",
           *       "corrections": 1
           *     }
           */
          'application/json': components['schemas']['Submission'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.quota_exceeded'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict.form_not_published'];
      410: components['responses']['Failure410.erased'];
      412: components['responses']['Failure412.precondition_failed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  revokeLinks: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Since when the links to the submission do not work. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "links_revoked_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RevokedLinks'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  revokeOwnLinks: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Since when the links to the submission do not work. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "links_revoked_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RevokedLinks'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  importSubmissions: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rows": [
         *         {
         *           "key": "row-17",
         *           "answers": {
         *             "email": "ada@example.com"
         *           },
         *           "submitted_at": "2025-11-03T08:15:00.000Z"
         *         },
         *         {
         *           "key": "row-18",
         *           "answers": {
         *             "email": "nobody"
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SubmissionImport'];
      };
    };
    responses: {
      /** @description The outcome of each row, in order: its submission, or the reason why it was refused. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7nWq2HpX5jRf8gTz3LdE",
           *           "replayed": false
           *         },
           *         {
           *           "error": {
           *             "code": "invalid_request",
           *             "message": "Some answers are invalid.",
           *             "details": [
           *               {
           *                 "path": "/answers/email",
           *                 "code": "invalid_format",
           *                 "message": "Must be an e-mail address."
           *               }
           *             ]
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ImportedRowList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.quota_exceeded'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.form_not_published'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listFiles: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        form_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Files, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "9kLm4NoP5qRsTu7VwX8y",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "size": 18204,
           *           "uploaded_by": "api",
           *           "received_at": "2026-01-31T12:00:00.000Z",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['FileSummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  uploadFile: {
    parameters: {
      query: {
        /** @description The form that the file is for. */
        form_id: string;
        /** @description The key or the id of its question of kind `file`. */
        field: string;
        /** @description The name of the file; `file` by default. */
        name?: string;
        /** @description The name of the file among all that are imported into the form. A content that is sent again under its name, at any time, is the same file. It replaces `Idempotency-Key`. */
        import_key?: string;
      };
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': unknown;
      };
    };
    responses: {
      /** @description A file with its link. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9kLm4NoP5qRsTu7VwX8y",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "size": 18204,
           *       "uploaded_by": "api",
           *       "received_at": "2026-01-31T12:00:00.000Z",
           *       "submission_id": null,
           *       "name": "plan.pdf",
           *       "type": "application/pdf",
           *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
           *       "url": "https://forms.example/files/9kLm4NoP5qRsTu7VwX8y.t7k0q.5m2Xq0Zb1yJ8c3Vw"
           *     }
           */
          'application/json': components['schemas']['File'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch.infected_file'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.file_store_unavailable'];
      507: components['responses']['Failure507.storage_full'];
    };
  };
  listOwnFiles: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        form_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Files, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "9kLm4NoP5qRsTu7VwX8y",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "size": 18204,
           *           "uploaded_by": "api",
           *           "received_at": "2026-01-31T12:00:00.000Z",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['FileSummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  uploadOwnFile: {
    parameters: {
      query: {
        /** @description The form that the file is for. */
        form_id: string;
        /** @description The key or the id of its question of kind `file`. */
        field: string;
        /** @description The name of the file; `file` by default. */
        name?: string;
        /** @description The name of the file among all that are imported into the form. A content that is sent again under its name, at any time, is the same file. It replaces `Idempotency-Key`. */
        import_key?: string;
      };
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': unknown;
      };
    };
    responses: {
      /** @description A file with its link. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9kLm4NoP5qRsTu7VwX8y",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "size": 18204,
           *       "uploaded_by": "api",
           *       "received_at": "2026-01-31T12:00:00.000Z",
           *       "submission_id": null,
           *       "name": "plan.pdf",
           *       "type": "application/pdf",
           *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
           *       "url": "https://forms.example/files/9kLm4NoP5qRsTu7VwX8y.t7k0q.5m2Xq0Zb1yJ8c3Vw"
           *     }
           */
          'application/json': components['schemas']['File'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch.infected_file'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.file_store_unavailable'];
      507: components['responses']['Failure507.storage_full'];
    };
  };
  readFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file with its link. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9kLm4NoP5qRsTu7VwX8y",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "size": 18204,
           *       "uploaded_by": "api",
           *       "received_at": "2026-01-31T12:00:00.000Z",
           *       "submission_id": null,
           *       "name": "plan.pdf",
           *       "type": "application/pdf",
           *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
           *       "url": "https://forms.example/files/9kLm4NoP5qRsTu7VwX8y.t7k0q.5m2Xq0Zb1yJ8c3Vw"
           *     }
           */
          'application/json': components['schemas']['File'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged.file_store_unavailable'];
    };
  };
  readOwnFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file with its link. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9kLm4NoP5qRsTu7VwX8y",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "size": 18204,
           *       "uploaded_by": "api",
           *       "received_at": "2026-01-31T12:00:00.000Z",
           *       "submission_id": null,
           *       "name": "plan.pdf",
           *       "type": "application/pdf",
           *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
           *       "url": "https://forms.example/files/9kLm4NoP5qRsTu7VwX8y.t7k0q.5m2Xq0Zb1yJ8c3Vw"
           *     }
           */
          'application/json': components['schemas']['File'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged.file_store_unavailable'];
    };
  };
  downloadFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The content of the file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': unknown;
        };
      };
      /** @description The bytes of the range. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': unknown;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      416: components['responses']['Failure416.range_not_satisfiable'];
      422: components['responses']['Failure422.infected_file'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged.file_store_unavailable'];
    };
  };
  downloadOwnFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The content of the file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': unknown;
        };
      };
      /** @description The bytes of the range. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': unknown;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      416: components['responses']['Failure416.range_not_satisfiable'];
      422: components['responses']['Failure422.infected_file'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged.file_store_unavailable'];
    };
  };
  verifyFiles: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A line for each problem, and a closing line. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  storePicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': unknown;
      };
    };
    responses: {
      /** @description A picture for the pages of forms. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5pXc3Rw8tYu1oKj6mNb2",
           *       "type": "image/png",
           *       "width": 480,
           *       "height": 160,
           *       "size": 6204,
           *       "stored_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Picture'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  storeOwnPicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': unknown;
      };
    };
    responses: {
      /** @description A picture for the pages of forms. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5pXc3Rw8tYu1oKj6mNb2",
           *       "type": "image/png",
           *       "width": 480,
           *       "height": 160,
           *       "size": 6204,
           *       "stored_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Picture'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readPicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A picture for the pages of forms. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5pXc3Rw8tYu1oKj6mNb2",
           *       "type": "image/png",
           *       "width": 480,
           *       "height": 160,
           *       "size": 6204,
           *       "stored_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Picture'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnPicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A picture for the pages of forms. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5pXc3Rw8tYu1oKj6mNb2",
           *       "type": "image/png",
           *       "width": 480,
           *       "height": 160,
           *       "size": 6204,
           *       "stored_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Picture'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  downloadPicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The content of the picture. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/gif': unknown;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  downloadOwnPicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The content of the picture. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/gif': unknown;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  completePayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "pay_1",
         *       "provider": "stripe",
         *       "amount": 1250,
         *       "currency": "EUR",
         *       "field_key": "fee",
         *       "paid_at": "2026-01-31T12:00:00.000Z"
         *     }
         */
        'application/json': components['schemas']['PaymentCompletion'];
      };
    };
    responses: {
      /** @description The recorded payment. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "pay_1",
           *       "provider": "stripe",
           *       "amount": 1250,
           *       "currency": "EUR",
           *       "field_key": "fee",
           *       "status": "succeeded",
           *       "paid_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Payment'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.payment_mismatch.conflict'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  completeOwnPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "pay_2",
         *       "provider": "stripe",
         *       "amount": 1250,
         *       "currency": "EUR",
         *       "field_key": "fee",
         *       "paid_at": "2026-01-31T12:00:00.000Z"
         *     }
         */
        'application/json': components['schemas']['PaymentCompletion'];
      };
    };
    responses: {
      /** @description The recorded payment. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "pay_2",
           *       "provider": "stripe",
           *       "amount": 1250,
           *       "currency": "EUR",
           *       "field_key": "fee",
           *       "status": "succeeded",
           *       "paid_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Payment'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.payment_mismatch.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  readStripe: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The address for the events, and the last events that belong to no submission. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "provider": "stripe",
           *       "url": "https://forms.example/hooks/stripe/acme",
           *       "configured_at": "2026-01-31T12:00:00.000Z",
           *       "unmatched_events": [
           *         {
           *           "event_id": "evt_1",
           *           "event_type": "payment_intent.succeeded",
           *           "reason": "unknown_submission",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "payment_id": "pi_1",
           *           "received_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['StripeReceiver'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  setStripeSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "signing_secret": "whsec_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
         *     }
         */
        'application/json': components['schemas']['StripeSecret'];
      };
    };
    responses: {
      /** @description The address for the events, without the secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "provider": "stripe",
           *       "url": "https://forms.example/hooks/stripe/acme",
           *       "configured_at": "2026-01-31T12:00:00.000Z",
           *       "unmatched_events": []
           *     }
           */
          'application/json': components['schemas']['StripeReceiver'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  removeStripe: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret was removed. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readOwnStripe: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The address for the events, and the last events that belong to no submission. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "provider": "stripe",
           *       "url": "https://forms.example/hooks/stripe/acme",
           *       "configured_at": "2026-01-31T12:00:00.000Z",
           *       "unmatched_events": [
           *         {
           *           "event_id": "evt_1",
           *           "event_type": "payment_intent.succeeded",
           *           "reason": "unknown_submission",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "payment_id": "pi_1",
           *           "received_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['StripeReceiver'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  setOwnStripeSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "signing_secret": "whsec_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
         *     }
         */
        'application/json': components['schemas']['StripeSecret'];
      };
    };
    responses: {
      /** @description The address for the events, without the secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "provider": "stripe",
           *       "url": "https://forms.example/hooks/stripe/acme",
           *       "configured_at": "2026-01-31T12:00:00.000Z",
           *       "unmatched_events": []
           *     }
           */
          'application/json': components['schemas']['StripeReceiver'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  removeOwnStripe: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secret was removed. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  reencryptStripeSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether the secret was encrypted again. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "changed": true
           *     }
           */
          'application/json': components['schemas']['ReencryptedStripeSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listDestinations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Destinations, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "9pQr8StU7vWx6YzA5bCd",
           *           "label": "CRM",
           *           "url": "https://crm.example/hooks",
           *           "events": [
           *             "submission.created"
           *           ],
           *           "form_id": null,
           *           "included_questions": [],
           *           "included_fields": [],
           *           "warnings": [],
           *           "signature": "timestamped",
           *           "concurrency": 8,
           *           "rate_per_second": null,
           *           "enabled": true,
           *           "disabled_because": null,
           *           "disabled_since": null,
           *           "previous_secret_until": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['DestinationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  addDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "label": "CRM",
         *       "url": "https://crm.example/hooks",
         *       "included_questions": [
         *         "E-mail"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewDestination'];
      };
    };
    responses: {
      /** @description The new destination with its signing secret, which is shown this once. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [
           *         "E-mail"
           *       ],
           *       "included_fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "label": "E-mail"
           *         }
           *       ],
           *       "warnings": [
           *         {
           *           "code": "form_not_chosen",
           *           "message": "No question of the form \"Survey\" is chosen: none of its submissions is sent.",
           *           "form_id": "5vWx6YzA7bCd8EfG9hIj"
           *         }
           *       ],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "signing_secret": "…",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['NewDestinationWithSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  listOwnDestinations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Destinations, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "9pQr8StU7vWx6YzA5bCd",
           *           "label": "CRM",
           *           "url": "https://crm.example/hooks",
           *           "events": [
           *             "submission.created"
           *           ],
           *           "form_id": null,
           *           "included_questions": [],
           *           "included_fields": [],
           *           "warnings": [],
           *           "signature": "timestamped",
           *           "concurrency": 8,
           *           "rate_per_second": null,
           *           "enabled": true,
           *           "disabled_because": null,
           *           "disabled_since": null,
           *           "previous_secret_until": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['DestinationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  addOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "label": "CRM",
         *       "url": "https://crm.example/hooks",
         *       "included_questions": [
         *         "E-mail"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewDestination'];
      };
    };
    responses: {
      /** @description The new destination with its signing secret, which is shown this once. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [
           *         "E-mail"
           *       ],
           *       "included_fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "label": "E-mail"
           *         }
           *       ],
           *       "warnings": [
           *         {
           *           "code": "form_not_chosen",
           *           "message": "No question of the form \"Survey\" is chosen: none of its submissions is sent.",
           *           "form_id": "5vWx6YzA7bCd8EfG9hIj"
           *         }
           *       ],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "signing_secret": "…",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['NewDestinationWithSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  readDestination: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "disabled_since": null,
           *       "previous_secret_until": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "updated_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Destination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  removeDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The destination was removed. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  changeDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://crm.example/hooks/2",
         *       "concurrency": 2
         *     }
         */
        'application/json': components['schemas']['DestinationChange'];
      };
    };
    responses: {
      /** @description The changed destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks/2",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 2,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "disabled_since": null,
           *       "previous_secret_until": null
           *     }
           */
          'application/json': components['schemas']['ChangedDestination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  readOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "disabled_since": null,
           *       "previous_secret_until": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "updated_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Destination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  removeOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The destination was removed. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  changeOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://crm.example/hooks/2",
         *       "concurrency": 2
         *     }
         */
        'application/json': components['schemas']['DestinationChange'];
      };
    };
    responses: {
      /** @description The changed destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks/2",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 2,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "disabled_since": null,
           *       "previous_secret_until": null
           *     }
           */
          'application/json': components['schemas']['ChangedDestination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  enableDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The enabled destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "disabled_since": null,
           *       "previous_secret_until": null
           *     }
           */
          'application/json': components['schemas']['ChangedDestination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  enableOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The enabled destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "disabled_since": null,
           *       "previous_secret_until": null
           *     }
           */
          'application/json': components['schemas']['ChangedDestination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  disableDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The disabled destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": false,
           *       "disabled_because": {
           *         "kind": "operator"
           *       },
           *       "disabled_since": "2026-01-31T12:00:00.000Z",
           *       "previous_secret_until": null
           *     }
           */
          'application/json': components['schemas']['ChangedDestination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  disableOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The disabled destination. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "label": "CRM",
           *       "url": "https://crm.example/hooks",
           *       "events": [
           *         "submission.created"
           *       ],
           *       "form_id": null,
           *       "included_questions": [],
           *       "included_fields": [],
           *       "warnings": [],
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": false,
           *       "disabled_because": {
           *         "kind": "operator"
           *       },
           *       "disabled_since": "2026-01-31T12:00:00.000Z",
           *       "previous_secret_until": null
           *     }
           */
          'application/json': components['schemas']['ChangedDestination'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  pingDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery of the ping, which is being sent. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "delivery_id": "3sEn1tPiNgTo9AbCdEfG",
           *       "waiting": 6
           *     }
           */
          'application/json': components['schemas']['Ping'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  pingOwnDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery of the ping, which is being sent. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "delivery_id": "3sEn1tPiNgTo9AbCdEfG",
           *       "waiting": 6
           *     }
           */
          'application/json': components['schemas']['Ping'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  rotateSigningSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "overlap": true
         *     }
         */
        'application/json': components['schemas']['SecretRotation'];
      };
    };
    responses: {
      /** @description The new secret, which is shown this once. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "signing_secret": "whsec_…",
           *       "previous_secret_until": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RotatedSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  rotateOwnSigningSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "overlap": true
         *     }
         */
        'application/json': components['schemas']['SecretRotation'];
      };
    };
    responses: {
      /** @description The new secret, which is shown this once. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "signing_secret": "whsec_…",
           *       "previous_secret_until": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RotatedSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readDestinationTemplate: {
    parameters: {
      query?: {
        /** @description Fill in the questions of this form. */
        form_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The template, as a file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "$schema": "https://forms.example/schemas/destination-template.v1.json",
           *       "formlog": {
           *         "destination": "generic",
           *         "label": "Custom webhook",
           *         "docs": "https://forms.example/docs"
           *       },
           *       "enabled": true,
           *       "events": [
           *         "submission.created"
           *       ],
           *       "url": "",
           *       "includedQuestions": [
           *         "E-mail"
           *       ],
           *       "notes": [
           *         "Fill in url."
           *       ],
           *       "formId": "4tYb9QmZ1xLr7cVd2KsA"
           *     }
           */
          'application/json': components['schemas']['DestinationTemplate'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnDestinationTemplate: {
    parameters: {
      query?: {
        /** @description Fill in the questions of this form. */
        form_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The template, as a file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "$schema": "https://forms.example/schemas/destination-template.v1.json",
           *       "formlog": {
           *         "destination": "generic",
           *         "label": "Custom webhook",
           *         "docs": "https://forms.example/docs"
           *       },
           *       "enabled": true,
           *       "events": [
           *         "submission.created"
           *       ],
           *       "url": "",
           *       "includedQuestions": [
           *         "E-mail"
           *       ],
           *       "notes": [
           *         "Fill in url."
           *       ],
           *       "formId": "4tYb9QmZ1xLr7cVd2KsA"
           *     }
           */
          'application/json': components['schemas']['DestinationTemplate'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  reencryptSigningSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The destination whose secrets were encrypted again. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "9pQr8StU7vWx6YzA5bCd",
           *       "changed": true
           *     }
           */
          'application/json': components['schemas']['ReencryptedSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listParkedDestinations: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The parked destinations. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "4fJkZ0qJ2mXr8sVtYb1c",
           *           "master_key": "8c2f1e0d9b7a6c54",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "retries": 2,
           *           "retried_at": "2026-01-31T12:00:00.000Z",
           *           "reason": "a sealed secret cannot be opened: it was sealed with key 8c2f1e0d9b7a6c54, this process has 0a1b2c3d4e5f6071",
           *           "next_retry_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['ParkedDestinationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  retryParkedDestinations: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "destination_id": "4fJkZ0qJ2mXr8sVtYb1c"
         *     }
         */
        'application/json': components['schemas']['ParkedDestinationsRetry'];
      };
    };
    responses: {
      /** @description The destinations that are tried again. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destinations": 1
           *     }
           */
          'application/json': components['schemas']['ParkedDestinationsRetried'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        destination_id?: string;
        status?: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
        kind?:
          | 'submission.created'
          | 'submission.payment_completed'
          | 'submission.corrected'
          | 'form.published'
          | 'ping';
        form_id?: string;
        submission_id?: string;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deliveries, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5tUv6WxY7zAb8CdE9fGh",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "kind": "submission.created",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "status": "pending",
           *           "attempt_count": 0,
           *           "cancelled_because": null,
           *           "cancel_note": null,
           *           "last_outcome": null,
           *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
           *           "held": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z",
           *           "source": {
           *             "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *             "revision": 0,
           *             "position": "4711",
           *             "event_id": "e1"
           *           }
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['DeliverySummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listOwnDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        destination_id?: string;
        status?: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
        kind?:
          | 'submission.created'
          | 'submission.payment_completed'
          | 'submission.corrected'
          | 'form.published'
          | 'ping';
        form_id?: string;
        submission_id?: string;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deliveries, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5tUv6WxY7zAb8CdE9fGh",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "kind": "submission.created",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "status": "pending",
           *           "attempt_count": 0,
           *           "cancelled_because": null,
           *           "cancel_note": null,
           *           "last_outcome": null,
           *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
           *           "held": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z",
           *           "source": {
           *             "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *             "revision": 0,
           *             "position": "4711",
           *             "event_id": "e1"
           *           }
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['DeliverySummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readDelivery: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery with every attempt. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "kind": "submission.created",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *       "status": "succeeded",
           *       "attempt_count": 1,
           *       "cancelled_because": null,
           *       "cancel_note": null,
           *       "last_outcome": {
           *         "kind": "response",
           *         "status": 200,
           *         "excerpt": "ok"
           *       },
           *       "next_attempt_at": null,
           *       "held": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "source": {
           *         "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *         "revision": 0,
           *         "position": "4711",
           *         "event_id": "e1"
           *       },
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "started_at": "2026-01-31T12:00:00.000Z",
           *           "duration_ms": 42,
           *           "outcome": {
           *             "kind": "response",
           *             "status": 200,
           *             "excerpt": "ok"
           *           },
           *           "next_attempt_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery with every attempt. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "kind": "submission.created",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *       "status": "succeeded",
           *       "attempt_count": 1,
           *       "cancelled_because": null,
           *       "cancel_note": null,
           *       "last_outcome": {
           *         "kind": "response",
           *         "status": 200,
           *         "excerpt": "ok"
           *       },
           *       "next_attempt_at": null,
           *       "held": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "source": {
           *         "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *         "revision": 0,
           *         "position": "4711",
           *         "event_id": "e1"
           *       },
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "started_at": "2026-01-31T12:00:00.000Z",
           *           "duration_ms": 42,
           *           "outcome": {
           *             "kind": "response",
           *             "status": 200,
           *             "excerpt": "ok"
           *           },
           *           "next_attempt_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readSentRequests: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The requests in the order in which they were sent. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "body": "{\"event\":\"submission.created\",\"submission_id\":\"7nWq2HpX5jRf8gTz3LdE\",\"form\":\"Feedback\"}",
           *       "body_bytes": 87,
           *       "missing": [],
           *       "requests": [
           *         {
           *           "attempt": 1,
           *           "started_at": "2026-01-31T12:00:00.000Z",
           *           "method": "POST",
           *           "url": "https://crm.example/hooks",
           *           "signature_fits": true,
           *           "headers": {
           *             "content-type": "application/json",
           *             "user-agent": "Service-Webhooks",
           *             "X-Service-Signature": "t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
           *             "X-Service-Event": "submission.created",
           *             "X-Service-Delivery": "5tUv6WxY7zAb8CdE9fGh"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SentRequests'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnSentRequests: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The requests in the order in which they were sent. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "body": "{\"event\":\"submission.created\",\"submission_id\":\"7nWq2HpX5jRf8gTz3LdE\",\"form\":\"Feedback\"}",
           *       "body_bytes": 87,
           *       "missing": [],
           *       "requests": [
           *         {
           *           "attempt": 1,
           *           "started_at": "2026-01-31T12:00:00.000Z",
           *           "method": "POST",
           *           "url": "https://crm.example/hooks",
           *           "signature_fits": true,
           *           "headers": {
           *             "content-type": "application/json",
           *             "user-agent": "Service-Webhooks",
           *             "X-Service-Signature": "t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
           *             "X-Service-Event": "submission.created",
           *             "X-Service-Delivery": "5tUv6WxY7zAb8CdE9fGh"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SentRequests'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  replayDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, which is sent again. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "status": "pending",
           *       "attempt_count": 9,
           *       "next_attempt_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ReplayedDelivery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition.no_longer_wanted.destination_disabled.destination_removed'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  replayOwnDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, which is sent again. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "status": "pending",
           *       "attempt_count": 9,
           *       "next_attempt_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ReplayedDelivery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition.no_longer_wanted.destination_disabled.destination_removed'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  cancelDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "the order was withdrawn"
         *     }
         */
        'application/json': components['schemas']['DeliveryCancellation'];
      };
    };
    responses: {
      /** @description The delivery, which has no next attempt. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "status": "cancelled",
           *       "attempt_count": 2,
           *       "next_attempt_at": null
           *     }
           */
          'application/json': components['schemas']['CancelledDelivery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  cancelOwnDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "the order was withdrawn"
         *     }
         */
        'application/json': components['schemas']['DeliveryCancellation'];
      };
    };
    responses: {
      /** @description The delivery, which has no next attempt. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5tUv6WxY7zAb8CdE9fGh",
           *       "status": "cancelled",
           *       "attempt_count": 2,
           *       "next_attempt_at": null
           *     }
           */
          'application/json': components['schemas']['CancelledDelivery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listAllDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        destination_id?: string;
        status?: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
        kind?:
          | 'submission.created'
          | 'submission.payment_completed'
          | 'submission.corrected'
          | 'form.published'
          | 'ping';
        form_id?: string;
        submission_id?: string;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
        account_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deliveries, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5tUv6WxY7zAb8CdE9fGh",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "kind": "submission.created",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "status": "pending",
           *           "attempt_count": 0,
           *           "cancelled_because": null,
           *           "cancel_note": null,
           *           "last_outcome": null,
           *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
           *           "held": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z",
           *           "source": {
           *             "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *             "revision": 0,
           *             "position": "4711",
           *             "event_id": "e1"
           *           }
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['DeliverySummaryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readDeliveryChanges: {
    parameters: {
      query?: {
        destination_id?: string;
        status?: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
        kind?:
          | 'submission.created'
          | 'submission.payment_completed'
          | 'submission.corrected'
          | 'form.published'
          | 'ping';
        form_id?: string;
        submission_id?: string;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        account_id?: string;
        /** @description The `position` of an earlier response. */
        after?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The changed deliveries, and the position to continue from. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5tUv6WxY7zAb8CdE9fGh",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "kind": "submission.created",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "status": "pending",
           *           "attempt_count": 0,
           *           "cancelled_because": null,
           *           "cancel_note": null,
           *           "last_outcome": null,
           *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
           *           "held": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z",
           *           "source": {
           *             "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *             "revision": 0,
           *             "position": "4711",
           *             "event_id": "e1"
           *           }
           *         }
           *       ],
           *       "count": 1,
           *       "position": "4720"
           *     }
           */
          'application/json': components['schemas']['DeliveryChanges'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  countRecoverable: {
    parameters: {
      query?: {
        destination_id?: string;
        /** @description A log position, or an RFC 3339 time. */
        since?: string;
        until?: string;
        kind?:
          'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published';
        form_id?: string;
        /** @description The statuses to count, separated by commas. */
        statuses?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number of deliveries, in all and for each requested status. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1200,
           *       "failed": 200,
           *       "exhausted": 400,
           *       "skipped": 600
           *     }
           */
          'application/json': components['schemas']['RecoverableDeliveries'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.destination_disabled.destination_removed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  countOwnRecoverable: {
    parameters: {
      query?: {
        destination_id?: string;
        /** @description A log position, or an RFC 3339 time. */
        since?: string;
        until?: string;
        kind?:
          'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published';
        form_id?: string;
        /** @description The statuses to count, separated by commas. */
        statuses?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number of deliveries, in all and for each requested status. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1200,
           *       "failed": 200,
           *       "exhausted": 400,
           *       "skipped": 600
           *     }
           */
          'application/json': components['schemas']['RecoverableDeliveries'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.destination_disabled.destination_removed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listRecoveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'running' | 'paused' | 'cancelled' | 'completed';
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "6uVw7XyZ8aBc9DeF0gHi",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "since_position": null,
           *           "until": "2026-02-01T12:00:00.000Z",
           *           "kind": null,
           *           "form_id": null,
           *           "statuses": [
           *             "failed",
           *             "exhausted",
           *             "skipped"
           *           ],
           *           "status": "running",
           *           "paused_because": null,
           *           "total": 1200,
           *           "replayed": 250,
           *           "passed_over": 0,
           *           "per_second": 20,
           *           "created_at": "2026-02-01T12:00:00.000Z",
           *           "updated_at": "2026-02-01T12:00:05.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['RecoveryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  requestRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-31T12:00:00.000Z",
         *       "per_second": 20
         *     }
         */
        'application/json': components['schemas']['NewRecovery'];
      };
    };
    responses: {
      /** @description The new recovery. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 0,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.destination_disabled.destination_removed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listOwnRecoveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'running' | 'paused' | 'cancelled' | 'completed';
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "6uVw7XyZ8aBc9DeF0gHi",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "since_position": null,
           *           "until": "2026-02-01T12:00:00.000Z",
           *           "kind": null,
           *           "form_id": null,
           *           "statuses": [
           *             "failed",
           *             "exhausted",
           *             "skipped"
           *           ],
           *           "status": "running",
           *           "paused_because": null,
           *           "total": 1200,
           *           "replayed": 250,
           *           "passed_over": 0,
           *           "per_second": 20,
           *           "created_at": "2026-02-01T12:00:00.000Z",
           *           "updated_at": "2026-02-01T12:00:05.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['RecoveryList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  requestOwnRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-31T12:00:00.000Z",
         *       "per_second": 20
         *     }
         */
        'application/json': components['schemas']['NewRecovery'];
      };
    };
    responses: {
      /** @description The new recovery. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 0,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.destination_disabled.destination_removed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readRecovery: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recovery with its counts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z",
           *       "updated_at": "2026-02-01T12:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['Recovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recovery with its counts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z",
           *       "updated_at": "2026-02-01T12:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['Recovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  pauseRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The paused recovery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "paused",
           *       "paused_because": "operator",
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  pauseOwnRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The paused recovery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "paused",
           *       "paused_because": "operator",
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  resumeRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The resumed recovery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition.destination_disabled.destination_removed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  resumeOwnRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The resumed recovery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition.destination_disabled.destination_removed'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  cancelRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cancelled recovery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "cancelled",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  cancelOwnRecovery: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cancelled recovery. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6uVw7XyZ8aBc9DeF0gHi",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "statuses": [
           *         "failed",
           *         "exhausted",
           *         "skipped"
           *       ],
           *       "status": "cancelled",
           *       "paused_because": null,
           *       "total": 1200,
           *       "replayed": 250,
           *       "passed_over": 0,
           *       "per_second": 20,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedRecovery'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  countCancellable: {
    parameters: {
      query?: {
        destination_id?: string;
        /** @description A log position, or an RFC 3339 time. */
        since?: string;
        until?: string;
        kind?:
          'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published';
        form_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number of deliveries, in all and for each requested status. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1200,
           *       "pending": 1200
           *     }
           */
          'application/json': components['schemas']['RecoverableDeliveries'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  countOwnCancellable: {
    parameters: {
      query?: {
        destination_id?: string;
        /** @description A log position, or an RFC 3339 time. */
        since?: string;
        until?: string;
        kind?:
          'submission.created' | 'submission.payment_completed' | 'submission.corrected' | 'form.published';
        form_id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number of deliveries, in all and for each requested status. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1200,
           *       "pending": 1200
           *     }
           */
          'application/json': components['schemas']['RecoverableDeliveries'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listCancellations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'running' | 'paused' | 'cancelled' | 'completed';
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7vXw8YzA9bCd0EfG1hIj",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "since_position": null,
           *           "until": "2026-02-01T12:00:00.000Z",
           *           "kind": null,
           *           "form_id": null,
           *           "status": "running",
           *           "paused_because": null,
           *           "total": 1200,
           *           "cancelled": 250,
           *           "passed_over": 0,
           *           "reason": "the receiver was replaced",
           *           "per_second": 1000,
           *           "created_at": "2026-02-01T12:00:00.000Z",
           *           "updated_at": "2026-02-01T12:00:05.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['CancellationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  requestCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-31T12:00:00.000Z",
         *       "reason": "the receiver was replaced"
         *     }
         */
        'application/json': components['schemas']['NewCancellation'];
      };
    };
    responses: {
      /** @description The new cancellation. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 0,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listOwnCancellations: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'running' | 'paused' | 'cancelled' | 'completed';
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7vXw8YzA9bCd0EfG1hIj",
           *           "account_id": "acme",
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "since_position": null,
           *           "until": "2026-02-01T12:00:00.000Z",
           *           "kind": null,
           *           "form_id": null,
           *           "status": "running",
           *           "paused_because": null,
           *           "total": 1200,
           *           "cancelled": 250,
           *           "passed_over": 0,
           *           "reason": "the receiver was replaced",
           *           "per_second": 1000,
           *           "created_at": "2026-02-01T12:00:00.000Z",
           *           "updated_at": "2026-02-01T12:00:05.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['CancellationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  requestOwnCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-31T12:00:00.000Z",
         *       "reason": "the receiver was replaced"
         *     }
         */
        'application/json': components['schemas']['NewCancellation'];
      };
    };
    responses: {
      /** @description The new cancellation. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          Location: components['headers']['Location'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 0,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readCancellation: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cancellation with its counts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z",
           *       "updated_at": "2026-02-01T12:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['Cancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cancellation with its counts. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z",
           *       "updated_at": "2026-02-01T12:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['Cancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  pauseCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The paused cancellation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "paused",
           *       "paused_because": "operator",
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  pauseOwnCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The paused cancellation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "paused",
           *       "paused_because": "operator",
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  resumeCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The resumed cancellation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  resumeOwnCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The resumed cancellation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "running",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  cancelCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stopped cancellation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "cancelled",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  cancelOwnCancellation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stopped cancellation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7vXw8YzA9bCd0EfG1hIj",
           *       "account_id": "acme",
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "since_position": null,
           *       "until": "2026-02-01T12:00:00.000Z",
           *       "kind": null,
           *       "form_id": null,
           *       "status": "cancelled",
           *       "paused_because": null,
           *       "total": 1200,
           *       "cancelled": 250,
           *       "passed_over": 0,
           *       "reason": "the receiver was replaced",
           *       "per_second": 1000,
           *       "created_at": "2026-02-01T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ChangedCancellation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listAccounts: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "acme",
           *           "name": "Acme",
           *           "plan": "pro",
           *           "language": "en",
           *           "time_zone": "Europe/Berlin",
           *           "created_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['AccountList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  openAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme",
         *       "plan": "pro",
         *       "language": "en",
         *       "time_zone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['NewAccount'];
      };
    };
    responses: {
      /** @description The new account. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Account'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readAccount: {
    parameters: {
      query?: {
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account, and how much of each limit it uses. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "usage": {
           *         "submissions_this_month": {
           *           "used": 412,
           *           "limit": 10000
           *         },
           *         "started_submissions_this_month": {
           *           "used": 530,
           *           "limit": 100000
           *         },
           *         "published_forms": {
           *           "used": 2,
           *           "limit": 50
           *         },
           *         "destinations": {
           *           "used": 3,
           *           "limit": 50
           *         },
           *         "file_bytes": {
           *           "used": 182040,
           *           "limit": 10000000000
           *         }
           *       },
           *       "usage_resets_at": "2026-02-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['AccountWithUsage'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "time_zone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['AccountChange'];
      };
    };
    responses: {
      /** @description The account after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Account'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  exportAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archive. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  exportOwnAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archive. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  closeAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme"
         *     }
         */
        'application/json': components['schemas']['CloseAccount'];
      };
    };
    responses: {
      /** @description The closing, and how far the erasure is. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "status": "erasing",
           *       "closed_at": "2026-01-31T12:00:00.000Z",
           *       "started_at": null,
           *       "completed_at": null,
           *       "deleted_from_log": false,
           *       "records": [],
           *       "deleted_streams": 0,
           *       "scrubbed_at": null,
           *       "waiting_for": null
           *     }
           */
          'application/json': components['schemas']['AccountClosing'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readClosing: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The closing, and how far the erasure is. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountClosing'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account, and how much of each limit it uses. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "usage": {
           *         "submissions_this_month": {
           *           "used": 412,
           *           "limit": 10000
           *         },
           *         "started_submissions_this_month": {
           *           "used": 530,
           *           "limit": 100000
           *         },
           *         "published_forms": {
           *           "used": 2,
           *           "limit": 50
           *         },
           *         "destinations": {
           *           "used": 3,
           *           "limit": 50
           *         },
           *         "file_bytes": {
           *           "used": 182040,
           *           "limit": 10000000000
           *         }
           *       },
           *       "usage_resets_at": "2026-02-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['AccountWithUsage'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  changeOwnAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "time_zone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['OwnAccountChange'];
      };
    };
    responses: {
      /** @description The account after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro",
           *       "language": "en",
           *       "time_zone": "Europe/Berlin",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Account'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  closeOwnAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme"
         *     }
         */
        'application/json': components['schemas']['CloseAccount'];
      };
    };
    responses: {
      /** @description The closing, and where its progress is shown. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "status": "erasing",
           *       "closed_at": "2026-01-31T12:00:00.000Z",
           *       "started_at": null,
           *       "completed_at": null,
           *       "deleted_from_log": false,
           *       "records": [],
           *       "deleted_streams": 0,
           *       "scrubbed_at": null,
           *       "waiting_for": null,
           *       "progress_url": "https://forms.example/console/sign-in/closing?link=eyJrZXlJZCI6…"
           *     }
           */
          'application/json': components['schemas']['OwnAccountClosing'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listKeys: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Keys, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "2aBc3DeF4gHi5JkL6mNo",
           *           "name": "CI",
           *           "scopes": [
           *             "submissions:read"
           *           ],
           *           "expires_at": null,
           *           "revoked_at": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "last_used_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  issueKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CI",
         *       "scopes": [
         *         "submissions:read"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewApiKey'];
      };
    };
    responses: {
      /** @description The new key, in full this once. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "2aBc3DeF4gHi5JkL6mNo",
           *       "name": "CI",
           *       "scopes": [
           *         "submissions:read"
           *       ],
           *       "expires_at": null,
           *       "key": "flg_live_2aBc3DeF4gHi5JkL6mNo_…",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['NewApiKeyWithSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listOwnKeys: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Keys, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "2aBc3DeF4gHi5JkL6mNo",
           *           "name": "CI",
           *           "scopes": [
           *             "submissions:read"
           *           ],
           *           "expires_at": null,
           *           "revoked_at": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "last_used_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  issueOwnKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CI",
         *       "scopes": [
         *         "submissions:read"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewApiKey'];
      };
    };
    responses: {
      /** @description The new key, in full this once. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "2aBc3DeF4gHi5JkL6mNo",
           *       "name": "CI",
           *       "scopes": [
           *         "submissions:read"
           *       ],
           *       "expires_at": null,
           *       "key": "flg_live_2aBc3DeF4gHi5JkL6mNo_…",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['NewApiKeyWithSecret'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key with its scopes and last use, without the key itself. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "2aBc3DeF4gHi5JkL6mNo",
           *       "name": "CI",
           *       "scopes": [
           *         "submissions:read"
           *       ],
           *       "expires_at": null,
           *       "revoked_at": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_used_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ApiKey'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readOwnKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key with its scopes and last use, without the key itself. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "2aBc3DeF4gHi5JkL6mNo",
           *       "name": "CI",
           *       "scopes": [
           *         "submissions:read"
           *       ],
           *       "expires_at": null,
           *       "revoked_at": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_used_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ApiKey'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  revokeKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The revoked key. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "2aBc3DeF4gHi5JkL6mNo",
           *       "name": "CI",
           *       "scopes": [
           *         "submissions:read"
           *       ],
           *       "expires_at": null,
           *       "revoked_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RevokedApiKey'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  revokeOwnKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The revoked key. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "2aBc3DeF4gHi5JkL6mNo",
           *       "name": "CI",
           *       "scopes": [
           *         "submissions:read"
           *       ],
           *       "expires_at": null,
           *       "revoked_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RevokedApiKey'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listMembers: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The members, in the order in which they joined. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5hKm2aXr7sVtYb1c4fJk",
           *           "name": "Ada Lovelace",
           *           "email": "ada@example.com",
           *           "role": "editor",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "second_factor": true
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['MemberList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listOwnMembers: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The members, in the order in which they joined. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5hKm2aXr7sVtYb1c4fJk",
           *           "name": "Ada Lovelace",
           *           "email": "ada@example.com",
           *           "role": "editor",
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "second_factor": true
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['MemberList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        person: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person is no longer a member. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "removed": true
           *     }
           */
          'application/json': components['schemas']['RemovedMember'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.last_owner'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  changeMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        person: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "editor"
         *     }
         */
        'application/json': components['schemas']['MemberChange'];
      };
    };
    responses: {
      /** @description The member after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "name": "Ada Lovelace",
           *       "email": "ada@example.com",
           *       "role": "editor",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "second_factor": true
           *     }
           */
          'application/json': components['schemas']['Member'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.last_owner'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  removeOwnMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        person: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person is no longer a member. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "removed": true
           *     }
           */
          'application/json': components['schemas']['RemovedMember'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.last_owner'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  changeOwnMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        person: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "editor"
         *     }
         */
        'application/json': components['schemas']['MemberChange'];
      };
    };
    responses: {
      /** @description The member after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "name": "Ada Lovelace",
           *       "email": "ada@example.com",
           *       "role": "editor",
           *       "since": "2026-01-31T12:00:00.000Z",
           *       "second_factor": true
           *     }
           */
          'application/json': components['schemas']['Member'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.last_owner'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  resetSecondFactor: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        person: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The member has no second factor. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "second_factor": false
           *     }
           */
          'application/json': components['schemas']['ResetSecondFactor'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listInvitations: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitations. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7nQp3bYs8tWuZc2d5gKl",
           *           "email": "grace@example.com",
           *           "role": "viewer",
           *           "invited_at": "2026-01-31T12:00:00.000Z",
           *           "expires_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['InvitationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "role": "viewer"
         *     }
         */
        'application/json': components['schemas']['NewInvitation'];
      };
    };
    responses: {
      /** @description The invitation. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nQp3bYs8tWuZc2d5gKl",
           *       "email": "grace@example.com",
           *       "role": "viewer",
           *       "invited_at": "2026-01-31T12:00:00.000Z",
           *       "expires_at": "2026-01-31T12:00:00.000Z",
           *       "mailed": true
           *     }
           */
          'application/json': components['schemas']['SentInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.already_member'];
      410: components['responses']['Failure410.invitation_over'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listOwnInvitations: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitations. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7nQp3bYs8tWuZc2d5gKl",
           *           "email": "grace@example.com",
           *           "role": "viewer",
           *           "invited_at": "2026-01-31T12:00:00.000Z",
           *           "expires_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['InvitationList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  inviteOwnMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "role": "viewer"
         *     }
         */
        'application/json': components['schemas']['NewInvitation'];
      };
    };
    responses: {
      /** @description The invitation. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nQp3bYs8tWuZc2d5gKl",
           *       "email": "grace@example.com",
           *       "role": "viewer",
           *       "invited_at": "2026-01-31T12:00:00.000Z",
           *       "expires_at": "2026-01-31T12:00:00.000Z",
           *       "mailed": true
           *     }
           */
          'application/json': components['schemas']['SentInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.already_member'];
      410: components['responses']['Failure410.invitation_over'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  sendInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        invitation: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nQp3bYs8tWuZc2d5gKl",
           *       "email": "grace@example.com",
           *       "role": "viewer",
           *       "invited_at": "2026-01-31T12:00:00.000Z",
           *       "expires_at": "2026-01-31T12:00:00.000Z",
           *       "mailed": true
           *     }
           */
          'application/json': components['schemas']['SentInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  sendOwnInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        invitation: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nQp3bYs8tWuZc2d5gKl",
           *       "email": "grace@example.com",
           *       "role": "viewer",
           *       "invited_at": "2026-01-31T12:00:00.000Z",
           *       "expires_at": "2026-01-31T12:00:00.000Z",
           *       "mailed": true
           *     }
           */
          'application/json': components['schemas']['SentInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  withdrawInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        invitation: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitation is withdrawn. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nQp3bYs8tWuZc2d5gKl",
           *       "withdrawn": true
           *     }
           */
          'application/json': components['schemas']['WithdrawnInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  withdrawOwnInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        invitation: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitation is withdrawn. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nQp3bYs8tWuZc2d5gKl",
           *       "withdrawn": true
           *     }
           */
          'application/json': components['schemas']['WithdrawnInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readPerson: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        /** @description The id of the person, or the address that the person signs in with. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "name": "Ada Lovelace",
           *       "email": "ada@example.com",
           *       "registered_at": "2026-01-31T12:00:00.000Z",
           *       "accounts": [
           *         {
           *           "id": "acme",
           *           "role": "editor"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Person'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  erasePerson: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The erasure, and how far it is. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5hKm2aXr7sVtYb1c4fJk",
           *       "status": "erasing",
           *       "requested_at": "2026-01-31T12:00:00.000Z",
           *       "completed_at": null,
           *       "deleted_from_log": false,
           *       "scrubbed_at": null,
           *       "waiting_for": null
           *     }
           */
          'application/json': components['schemas']['PersonErasure'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.last_owner'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readPersonErasure: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The erasure, and how far it is. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonErasure'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readNoticeChoices: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
        person: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The choices of the member. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person_id": "5hKm2aXr7sVtYb1c4fJk",
           *       "mail": {
           *         "kinds": [
           *           "destination.failing",
           *           "quota.reached"
           *         ],
           *         "submissions": "daily"
           *       },
           *       "chat": {
           *         "kinds": [],
           *         "submissions": null,
           *         "host": null
           *       }
           *     }
           */
          'application/json': components['schemas']['NoticeChoices'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  chooseNotices: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        person: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mail": {
         *         "kinds": [
         *           "destination.failing",
         *           "quota.reached"
         *         ],
         *         "submissions": "daily"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewNoticeChoices'];
      };
    };
    responses: {
      /** @description The choices after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person_id": "5hKm2aXr7sVtYb1c4fJk",
           *       "mail": {
           *         "kinds": [
           *           "destination.failing",
           *           "quota.reached"
           *         ],
           *         "submissions": "daily"
           *       },
           *       "chat": {
           *         "kinds": [],
           *         "submissions": null,
           *         "host": null
           *       }
           *     }
           */
          'application/json': components['schemas']['NoticeChoices'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readOwnNoticeChoices: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        person: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The choices of the member. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person_id": "5hKm2aXr7sVtYb1c4fJk",
           *       "mail": {
           *         "kinds": [
           *           "destination.failing",
           *           "quota.reached"
           *         ],
           *         "submissions": "daily"
           *       },
           *       "chat": {
           *         "kinds": [],
           *         "submissions": null,
           *         "host": null
           *       }
           *     }
           */
          'application/json': components['schemas']['NoticeChoices'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  chooseOwnNotices: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        person: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mail": {
         *         "kinds": [
         *           "destination.failing",
         *           "quota.reached"
         *         ],
         *         "submissions": "daily"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewNoticeChoices'];
      };
    };
    responses: {
      /** @description The choices after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person_id": "5hKm2aXr7sVtYb1c4fJk",
           *       "mail": {
           *         "kinds": [
           *           "destination.failing",
           *           "quota.reached"
           *         ],
           *         "submissions": "daily"
           *       },
           *       "chat": {
           *         "kinds": [],
           *         "submissions": null,
           *         "host": null
           *       }
           *     }
           */
          'application/json': components['schemas']['NoticeChoices'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listNotices: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Only notices to this person. */
        person?: string;
        status?: 'pending' | 'sent' | 'failed' | 'unconfirmed' | 'cancelled';
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "9bRq4cZt8uXvAd3e6hMn",
           *           "person_id": "5hKm2aXr7sVtYb1c4fJk",
           *           "channel": "mail",
           *           "about": {
           *             "kind": "destination.failing",
           *             "destinationId": "2dTs6eBv1wYxCf5g8jPq"
           *           },
           *           "status": "sent",
           *           "occurred_at": "2026-01-31T12:00:00.000Z",
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z",
           *           "due_at": null,
           *           "cancelled_because": null,
           *           "attempts": [
           *             {
           *               "attempt": 1,
           *               "at": "2026-01-31T12:00:00.000Z",
           *               "outcome": {
           *                 "kind": "sent"
           *               }
           *             }
           *           ]
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['NoticeList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listOwnNotices: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Only notices to this person. */
        person?: string;
        status?: 'pending' | 'sent' | 'failed' | 'unconfirmed' | 'cancelled';
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "9bRq4cZt8uXvAd3e6hMn",
           *           "person_id": "5hKm2aXr7sVtYb1c4fJk",
           *           "channel": "mail",
           *           "about": {
           *             "kind": "destination.failing",
           *             "destinationId": "2dTs6eBv1wYxCf5g8jPq"
           *           },
           *           "status": "sent",
           *           "occurred_at": "2026-01-31T12:00:00.000Z",
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z",
           *           "due_at": null,
           *           "cancelled_because": null,
           *           "attempts": [
           *             {
           *               "attempt": 1,
           *               "at": "2026-01-31T12:00:00.000Z",
           *               "outcome": {
           *                 "kind": "sent"
           *               }
           *             }
           *           ]
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['NoticeList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  issueConsoleTicket: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link, and the time at which it expires. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://forms.example/console/sign-in?ticket=eyJrZXlJZCI6…",
           *       "expires_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ConsoleTicket'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  inviteToSignUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "grace@example.com"
         *     }
         */
        'application/json': components['schemas']['NewSignUpInvitation'];
      };
    };
    responses: {
      /** @description The invitation. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "email": "grace@example.com",
           *       "expires_at": "2026-01-31T12:00:00.000Z",
           *       "mailed": true
           *     }
           */
          'application/json': components['schemas']['SignUpInvitation'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict.login_taken'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  eraseSubmission: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The erasure and its progress. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "account_id": "acme",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "status": "erasing",
           *       "erased_at": "2026-01-31T12:00:00.000Z",
           *       "completed_at": null,
           *       "deleted_from_log": true,
           *       "scrubbed_at": null,
           *       "waiting_for": {
           *         "code": "scavenge",
           *         "message": "The member eventstore-2:2113 does not answer. No scavenge is started while a member is away. Since 2026-01-31T11:40:00.000Z.",
           *         "names": [
           *           "eventstore-2:2113"
           *         ],
           *         "members": [
           *           {
           *             "store": "eventstore",
           *             "member": "eventstore-2:2113",
           *             "state": "away",
           *             "message": "The member eventstore-2:2113 does not answer. No scavenge is started while a member is away.",
           *             "since": "2026-01-31T11:40:00.000Z"
           *           }
           *         ],
           *         "since": "2026-01-31T12:00:02.000Z",
           *         "error": null
           *       }
           *     }
           */
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readErasure: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The erasure and its progress. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7nWq2HpX5jRf8gTz3LdE",
           *       "account_id": "acme",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "status": "erased",
           *       "erased_at": "2026-01-31T12:00:00.000Z",
           *       "completed_at": "2026-01-31T12:00:04.000Z",
           *       "deleted_from_log": true,
           *       "scrubbed_at": "2026-01-31T12:00:03.000Z",
           *       "waiting_for": null
           *     }
           */
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events, oldest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "d1b9f2e3-4a5c-4d6e-9f7a-8b9c0d1e2f3a",
           *           "recorded_at": "2026-01-31T12:00:00.000Z",
           *           "position": "4730",
           *           "revision": 0,
           *           "actor": {
           *             "kind": "operator",
           *             "id": "local"
           *           },
           *           "correlation_id": "r1",
           *           "causation_id": "r1",
           *           "stream": "audit-acme",
           *           "type": "SubmissionErased",
           *           "sentence": "Operator local erased a submission of “Feedback”.",
           *           "data": {
           *             "submissionId": "7nWq2HpX5jRf8gTz3LdE",
           *             "formId": "4tYb9QmZ1xLr7cVd2KsA",
           *             "at": "2026-01-31T12:00:00.000Z"
           *           }
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['AuditEventList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listEventStoreMembers: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The members, and when each was last seen. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "member": "eventstore-2:2113",
           *           "seen_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['EventStoreMemberList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  forgetEventStoreMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The member was forgotten. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  countSelectedForErasure: {
    parameters: {
      query?: {
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description Only submissions that are begun and not saved since, saved and not complete, or complete; `incomplete` for begun or saved. */
        status?: 'begun' | 'saved' | 'complete' | 'incomplete';
        /** @description Only submissions from the public form, the API or an import. */
        source?: 'form' | 'api' | 'import' | 'api_or_import';
        /** @description Only submissions to this version of the form. */
        version?: number;
        /** @description Only submissions whose answers have each of these words, or a word that begins with it, in any order. Capitals and accents make no difference. Options are found by their labels. */
        search?: string;
        /** @description Only submissions whose whole answer to a question is this one: the key of the question, a colon, and the answer as people see it, such as `email:ada@example.com`. Capitals and blanks make no difference; a telephone number may be in E.164. */
        answer?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How many submissions are selected. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "form_title": "Feedback",
           *       "count": 231,
           *       "is_least": false,
           *       "asked_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SelectedForErasure'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  eraseSelected: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "incomplete",
         *       "until": "2026-01-31T12:00:00.000Z"
         *     }
         */
        'application/json': components['schemas']['NextErasures'];
      };
    };
    responses: {
      /** @description How many submissions this request erased, and where the next one goes on. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "erased": 150,
           *       "is_done": false,
           *       "is_waiting": false,
           *       "asked_at": "2026-01-31T12:00:00.000Z",
           *       "after_id": "7nWq2HpX5jRf8gTz3LdE",
           *       "after_submitted_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ErasureStep'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  exportEvents: {
    parameters: {
      query?: {
        /** @description A log position, or an RFC 3339 time. */
        from?: string;
        /** @description A log position, or an RFC 3339 time. */
        to?: string;
        type?: string;
        stream?: string;
        account_id?: string;
        /** @description The position of the last line received. */
        after?: string;
        /** @description The hash of the last line received. */
        hash?: string;
        /** @description The number of events received. */
        count?: number;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A header line, a line for each event, and a closing line. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  exportSubmissions: {
    parameters: {
      query?: {
        format?: 'ndjson' | 'csv' | 'xlsx';
        /** @description Whether options are written as the `labels` that people saw (the default), or as `values`. */
        display?: 'labels' | 'values';
        /** @description The parts of answers that have their own columns: each answer (`cells`); by default (`parts`) also each part of a name, an address or a payment and each row of a matrix; with `options` also each option of several choices and of a ranking. */
        split?: 'cells' | 'parts' | 'options';
        /** @description The label of each question (the default), its `key`, or `both`. */
        headings?: 'label' | 'key' | 'both';
        /** @description The zone of `submitted_at` and `paid_at`, such as Europe/Berlin; UTC by default. */
        time_zone?: string;
        /** @description The separator of the cells; a comma by default. */
        delimiter?: 'comma' | 'semicolon' | 'tab';
        /** @description Start with a byte order mark, by which Excel recognises UTF-8. */
        bom?: boolean;
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
        /** @description Only submissions whose answers have each of these words, or a word that begins with it, in any order. Capitals and accents make no difference. Options are found by their labels. */
        search?: string;
        /** @description Only submissions whose whole answer to a question is this one: the key of the question, a colon, and the answer as people see it, such as `email:ada@example.com`. Capitals and blanks make no difference; a telephone number may be in E.164. */
        answer?: string;
        /** @description Include the submissions that are not complete. */
        with_incomplete?: boolean;
        /** @description Download a ZIP archive: the table, and the files under `files/SUBMISSION_ID/`. The table names their paths. Files that are missing from the store, or were changed there, are listed in `problems.csv` of the archive. */
        with_files?: boolean;
        /** @description A copy of the read model, to be read in its place. */
        projection?: string;
        after_id?: string;
        /** @description The submitted_at of the last row received; needs after_id. */
        after_submitted_at?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A line for each submission; as a table, a row of headings and a row for each submission. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
          'text/csv; charset=utf-8': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'application/zip': string;
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  historyOfAccount: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Oldest first, or newest first. */
        order?: 'asc' | 'desc';
        /** @description A log position, or an RFC 3339 time. */
        as_of?: string;
        /** @description A log position, or an RFC 3339 time. */
        compared_to?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; with `as_of` the state at that point. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoryEventList'] | components['schemas']['StateAtPoint'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  historyOfForm: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Oldest first, or newest first. */
        order?: 'asc' | 'desc';
        /** @description A log position, or an RFC 3339 time. */
        as_of?: string;
        /** @description A log position, or an RFC 3339 time. */
        compared_to?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; with `as_of` the state at that point. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoryEventList'] | components['schemas']['StateAtPoint'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  historyOfSubmission: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Oldest first, or newest first. */
        order?: 'asc' | 'desc';
        /** @description A log position, or an RFC 3339 time. */
        as_of?: string;
        /** @description A log position, or an RFC 3339 time. */
        compared_to?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; with `as_of` the state at that point. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoryEventList'] | components['schemas']['StateAtPoint'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  historyOfDestination: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Oldest first, or newest first. */
        order?: 'asc' | 'desc';
        /** @description A log position, or an RFC 3339 time. */
        as_of?: string;
        /** @description A log position, or an RFC 3339 time. */
        compared_to?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; with `as_of` the state at that point. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoryEventList'] | components['schemas']['StateAtPoint'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  historyOfDelivery: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Oldest first, or newest first. */
        order?: 'asc' | 'desc';
        /** @description A log position, or an RFC 3339 time. */
        as_of?: string;
        /** @description A log position, or an RFC 3339 time. */
        compared_to?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events; with `as_of` the state at that point. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoryEventList'] | components['schemas']['StateAtPoint'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      410: components['responses']['Failure410.erased'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  trailOfAccount: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        /** @description Newest first, or oldest first. */
        order?: 'asc' | 'desc';
        /** @description Only acts of this operator or key: its id, or its kind and id, such as `operator:ada`. */
        by?: string;
        /** @description Only acts of this kind. `answers`: Answers and files. `payments`: Payments. `questions`: Questions. `settings`: Settings. `status`: Opened, closed, added, removed. `attempts`: Webhooks sent. `keys`: Keys and secrets. `members`: Members and sign-ins. `notices`: Notices to members. `plan`: Plan. `erasures`: Erasures. `service`: The service's own notes. */
        kind?:
          | 'answers'
          | 'payments'
          | 'questions'
          | 'settings'
          | 'status'
          | 'attempts'
          | 'keys'
          | 'members'
          | 'notices'
          | 'plan'
          | 'erasures'
          | 'service';
        /** @description From this time on, inclusive; with a zone. */
        since?: string;
        /** @description Before this time; with a zone. */
        until?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Acts, in the order asked for. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f",
           *           "recorded_at": "2026-01-31T12:00:00.000Z",
           *           "position": "4711",
           *           "revision": 0,
           *           "actor": {
           *             "kind": "operator",
           *             "id": "local"
           *           },
           *           "correlation_id": "r1",
           *           "causation_id": "r1",
           *           "worded_changes": [
           *             {
           *               "label": "Title",
           *               "before": "Poll",
           *               "after": "Feedback"
           *             }
           *           ],
           *           "stream": "form-4tYb9QmZ1xLr7cVd2KsA",
           *           "type": "FormDetailsChanged",
           *           "sentence": "Operator local gave the form the title “Feedback”.",
           *           "data": {
           *             "title": "Feedback",
           *             "at": "2026-01-31T12:00:00.000Z"
           *           }
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": false,
           *       "next_cursor": null,
           *       "corrections_since": null
           *     }
           */
          'application/json': components['schemas']['ActList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listProjections: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read models, copies and process managers with their state. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "name": "submissions",
           *           "kind": "read model",
           *           "of": "submissions",
           *           "version": 1,
           *           "generation": "submissions@1",
           *           "state": "live",
           *           "position": "4711",
           *           "lag_events": 0,
           *           "lag_seconds": 0,
           *           "rate": 0,
           *           "error": null,
           *           "doing": null,
           *           "generations": [
           *             {
           *               "id": "submissions@1",
           *               "version": 1,
           *               "state": "live",
           *               "position": "4711",
           *               "progress": 1,
           *               "rate": 0,
           *               "error": null,
           *               "processes": [
           *                 {
           *                   "process": "forms-1:4242",
           *                   "state": "live"
           *                 }
           *               ],
           *               "parked": 1,
           *               "made_at": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "report": null,
           *           "parked": 1
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['ProjectionList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  readProjection: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The read model with its generations. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "submissions",
           *       "kind": "read model",
           *       "of": "submissions",
           *       "version": 1,
           *       "generation": "submissions@1",
           *       "state": "live",
           *       "position": "4711",
           *       "lag_events": 0,
           *       "lag_seconds": 0,
           *       "rate": 0,
           *       "error": null,
           *       "doing": null,
           *       "generations": [
           *         {
           *           "id": "submissions@1",
           *           "version": 1,
           *           "state": "live",
           *           "position": "4711",
           *           "progress": 1,
           *           "rate": 0,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "report": null,
           *       "parked": 1
           *     }
           */
          'application/json': components['schemas']['Projection'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listDocuments: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        account_id?: string;
        id?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Documents in the order of their ids; those of one account newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7nWq2HpX5jRf8gTz3LdE",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "form_title": "Feedback",
           *           "is_complete": true,
           *           "submitted_at": "2026-01-31T12:00:00.000Z",
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "source": "api",
           *           "form_version": 1,
           *           "answers": {
           *             "E-mail": "ada@example.com",
           *             "Phone": "030 12345678"
           *           },
           *           "fields": [
           *             {
           *               "id": "1eFg2HiJ3kLm4NoP5qRs",
           *               "key": "email",
           *               "label": "E-mail",
           *               "kind": "email",
           *               "value": "ada@example.com",
           *               "display": "ada@example.com"
           *             },
           *             {
           *               "id": "6sTu7VwX8yZa9BcD1eFg",
           *               "key": "phone",
           *               "label": "Phone",
           *               "kind": "phone",
           *               "value": "030 12345678",
           *               "display": "030 12345678",
           *               "e164": "+493012345678"
           *             }
           *           ],
           *           "account_id": "acme"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': components['schemas']['ReadModelDocumentList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  rebuildProjection: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The read model, whose next generation is being built. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "submissions",
           *       "kind": "read model",
           *       "of": "submissions",
           *       "version": 1,
           *       "generation": "submissions@1",
           *       "state": "live",
           *       "position": "4711",
           *       "lag_events": 0,
           *       "lag_seconds": 0,
           *       "rate": 0,
           *       "error": null,
           *       "doing": null,
           *       "generations": [
           *         {
           *           "id": "submissions@1",
           *           "version": 1,
           *           "state": "live",
           *           "position": "4711",
           *           "progress": 1,
           *           "rate": 0,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         },
           *         {
           *           "id": "submissions@1.g2",
           *           "version": 1,
           *           "state": "building",
           *           "position": "1200",
           *           "progress": 0.25,
           *           "rate": 21000,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "report": null,
           *       "parked": 1
           *     }
           */
          'application/json': components['schemas']['Projection'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  rollBackProjection: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The read model, which switches back. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "submissions",
           *       "kind": "read model",
           *       "of": "submissions",
           *       "version": 1,
           *       "generation": "submissions@1",
           *       "state": "live",
           *       "position": "4711",
           *       "lag_events": 0,
           *       "lag_seconds": 0,
           *       "rate": 0,
           *       "error": null,
           *       "doing": null,
           *       "generations": [
           *         {
           *           "id": "submissions@1",
           *           "version": 1,
           *           "state": "live",
           *           "position": "4711",
           *           "progress": 1,
           *           "rate": 0,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "report": null,
           *       "parked": 1
           *     }
           */
          'application/json': components['schemas']['Projection'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  dropGenerations: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The read model, whose generations are being removed. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "submissions",
           *       "kind": "read model",
           *       "of": "submissions",
           *       "version": 1,
           *       "generation": "submissions@1",
           *       "state": "live",
           *       "position": "4711",
           *       "lag_events": 0,
           *       "lag_seconds": 0,
           *       "rate": 0,
           *       "error": null,
           *       "doing": null,
           *       "generations": [
           *         {
           *           "id": "submissions@1",
           *           "version": 1,
           *           "state": "live",
           *           "position": "4711",
           *           "progress": 1,
           *           "rate": 0,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "report": null,
           *       "parked": 1
           *     }
           */
          'application/json': components['schemas']['Projection'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  replayProjection: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "2026-01-31T00:00:00Z"
         *     }
         */
        'application/json': components['schemas']['ProjectionReplay'];
      };
    };
    responses: {
      /** @description The read model or copy that is being built. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "submissions",
           *       "kind": "read model",
           *       "of": "submissions",
           *       "version": 1,
           *       "generation": "submissions@1",
           *       "state": "live",
           *       "position": "4711",
           *       "lag_events": 0,
           *       "lag_seconds": 0,
           *       "rate": 0,
           *       "error": null,
           *       "doing": null,
           *       "generations": [
           *         {
           *           "id": "submissions@1",
           *           "version": 1,
           *           "state": "live",
           *           "position": "4711",
           *           "progress": 1,
           *           "rate": 0,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         },
           *         {
           *           "id": "submissions@1.g2",
           *           "version": 1,
           *           "state": "building",
           *           "position": "1200",
           *           "progress": 0.25,
           *           "rate": 21000,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "report": null,
           *       "parked": 1
           *     }
           */
          'application/json': components['schemas']['Projection'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  verifyProjection: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "sample": 1000
         *     }
         */
        'application/json': components['schemas']['ProjectionVerification'];
      };
    };
    responses: {
      /** @description The verification in progress. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "submissions.verify",
           *       "kind": "verification",
           *       "of": "submissions",
           *       "version": 1,
           *       "generation": "submissions@1",
           *       "state": "building",
           *       "position": "4711",
           *       "lag_events": 0,
           *       "lag_seconds": 0,
           *       "rate": 0,
           *       "error": null,
           *       "doing": null,
           *       "generations": [
           *         {
           *           "id": "submissions@1",
           *           "version": 1,
           *           "state": "live",
           *           "position": "4711",
           *           "progress": 1,
           *           "rate": 0,
           *           "error": null,
           *           "processes": [
           *             {
           *               "process": "forms-1:4242",
           *               "state": "live"
           *             }
           *           ],
           *           "parked": 1,
           *           "made_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "report": null,
           *       "parked": 1
           *     }
           */
          'application/json': components['schemas']['Projection'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readRealignment: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The projections that do not match the event log. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "diverged": []
           *     }
           */
          'application/json': components['schemas']['Realignment'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  realign: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The realignment in progress. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "diverged": [
           *         {
           *           "projection": "submissions",
           *           "reason": "the log ends at position 4806, but it was read up to position 8626 before"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Realignment'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listMissing: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description By the name of the read model and the id. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "model": "submissions",
           *           "id": "7nWq2HpX5jRf8gTz3LdE",
           *           "account_id": "acme",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "at": "2026-01-31T12:00:00.000Z",
           *           "state": "missing"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": false,
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['MissingList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  listParkedKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: the response waits up to two seconds for that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The parked keys, the oldest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "generation": "submissions@1",
           *           "scope": {
           *             "kind": "document",
           *             "id": "7nWq2HpX5jRf8gTz3LdE"
           *           },
           *           "account_id": "acme",
           *           "event": {
           *             "id": "c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f",
           *             "type": "SubmissionPaymentCompleted",
           *             "stream": "submission-7nWq2HpX5jRf8gTz3LdE",
           *             "revision": 1,
           *             "position": "4711"
           *           },
           *           "cause": "unreadable",
           *           "reason": "version 2 is newer than 1",
           *           "events": 3,
           *           "since": "2026-01-31T12:00:00.000Z",
           *           "retried_at": null,
           *           "is_retry_asked": false
           *         }
           *       ],
           *       "count": 1
           *     }
           */
          'application/json': components['schemas']['ParkedKeyList'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind.read_model_diverged'];
    };
  };
  retryParkedKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f"
         *     }
         */
        'application/json': components['schemas']['ParkedKeysRetry'];
      };
    };
    responses: {
      /** @description The keys that are tried again. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "projection": "submissions",
           *       "keys": 1
           *     }
           */
          'application/json': components['schemas']['ParkedKeysRetried'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  skipEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description For 24 hours a repeated request with the same key has no further effect and gets the same response. A request that arrives while the first is in progress waits for its response, up to five seconds. Another request with the key is refused. Secrets that are shown once are not repeated. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f",
         *       "reason": "Written by a release that was withdrawn."
         *     }
         */
        'application/json': components['schemas']['EventSkip'];
      };
    };
    responses: {
      /** @description The event that is skipped. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "projection": "submissions",
           *       "event_id": "c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f",
           *       "reason": "Written by a release that was withdrawn.",
           *       "at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SkippedEvent'];
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.idempotency_in_flight.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      414: components['responses']['Failure414.uri_too_long'];
      415: components['responses']['Failure415.unsupported_media_type'];
      422: components['responses']['Failure422.idempotency_mismatch'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  onSubmissionCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<raw body>">` */
        'X-Service-Signature': string;
        /** @description The kind of event. */
        'X-Service-Event': string;
        /** @description The same on every attempt and replay. */
        'X-Service-Delivery': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubmissionCreated'];
      };
    };
    responses: {
      /** @description Accepted. The service retries temporary failures (5xx, 408, 425, 429, and any other 4xx but 410 with `Retry-After`). */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentCompleted: {
    parameters: {
      query?: never;
      header: {
        /** @description `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<raw body>">` */
        'X-Service-Signature': string;
        /** @description The kind of event. */
        'X-Service-Event': string;
        /** @description The same on every attempt and replay. */
        'X-Service-Delivery': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentCompleted'];
      };
    };
    responses: {
      /** @description Accepted. The service retries temporary failures (5xx, 408, 425, 429, and any other 4xx but 410 with `Retry-After`). */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubmissionCorrected: {
    parameters: {
      query?: never;
      header: {
        /** @description `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<raw body>">` */
        'X-Service-Signature': string;
        /** @description The kind of event. */
        'X-Service-Event': string;
        /** @description The same on every attempt and replay. */
        'X-Service-Delivery': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubmissionCorrected'];
      };
    };
    responses: {
      /** @description Accepted. The service retries temporary failures (5xx, 408, 425, 429, and any other 4xx but 410 with `Retry-After`). */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onFormPublished: {
    parameters: {
      query?: never;
      header: {
        /** @description `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<raw body>">` */
        'X-Service-Signature': string;
        /** @description The kind of event. */
        'X-Service-Event': string;
        /** @description The same on every attempt and replay. */
        'X-Service-Delivery': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FormPublished'];
      };
    };
    responses: {
      /** @description Accepted. The service retries temporary failures (5xx, 408, 425, 429, and any other 4xx but 410 with `Retry-After`). */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPing: {
    parameters: {
      query?: never;
      header: {
        /** @description `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<raw body>">` */
        'X-Service-Signature': string;
        /** @description The kind of event. */
        'X-Service-Event': string;
        /** @description The same on every attempt and replay. */
        'X-Service-Delivery': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PingSent'];
      };
    };
    responses: {
      /** @description Accepted. The service retries temporary failures (5xx, 408, 425, 429, and any other 4xx but 410 with `Retry-After`). */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
