// Generated from /openapi.json by: npm run client

export interface paths {
  '/api/public/v1/forms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List forms, or read one with its fields */
    get: operations['listForms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change a form's title, description or status */
    patch: operations['changeForm'];
    trace?: never;
  };
  '/api/public/v1/submissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List submissions, or read one with its answers */
    get: operations['listSubmissions'];
    put?: never;
    /** Submit to a published form */
    post: operations['createSubmission'];
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
    /** List accounts */
    get: operations['listAccounts'];
    put?: never;
    /** Open an account */
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
    /** Read an account */
    get: operations['readAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change an account's plan */
    patch: operations['changePlan'];
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List an account's keys */
    get: operations['listKeys'];
    put?: never;
    /** Issue a key, which is shown this once */
    post: operations['issueKey'];
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
    /** Revoke a key */
    post: operations['revokeKey'];
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
    /** List an account's forms */
    get: operations['listFormsOfAccount'];
    put?: never;
    /** Create a form */
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
    /** Read a form */
    get: operations['readForm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change a form */
    patch: operations['changeFormAndFields'];
    trace?: never;
  };
  '/api/admin/v1/accounts/{id}/destinations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List an account's destinations */
    get: operations['listDestinations'];
    put?: never;
    /** Add a destination, whose secret is shown this once */
    post: operations['addDestination'];
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
    /** Read a destination */
    get: operations['readDestination'];
    put?: never;
    post?: never;
    /** Remove a destination */
    delete: operations['removeDestination'];
    options?: never;
    head?: never;
    patch?: never;
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
    /** Enable a destination */
    post: operations['enableDestination'];
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
    /** Disable a destination */
    post: operations['disableDestination'];
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
    /** List an account's deliveries */
    get: operations['listDeliveries'];
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
    /** Read a delivery with every attempt */
    get: operations['readDelivery'];
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
    /** Send a delivery again */
    post: operations['replayDelivery'];
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
    /** Record that a submission was paid */
    post: operations['completePayment'];
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
}
export interface components {
  schemas: never;
  responses: {
    /** @description `invalid_request`: The request could not be understood. */
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
         *         "message": "The request could not be understood.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'invalid_request';
            message: string;
            /** @description Everything that is wrong, at once. */
            details?: {
              /** @description A JSON pointer into the request. */
              path: string;
              code: string;
              message: string;
              /** @description The key of the question that it is about. */
              field?: string;
            }[];
            request_id: string;
          };
        };
      };
    };
    /** @description `missing_key`: No key was given. `invalid_key`: The key is not recognised. `revoked_key`: The key was revoked. `expired_key`: The key has expired. */
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
         *         "message": "No key was given.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'missing_key' | 'invalid_key' | 'revoked_key' | 'expired_key';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `plan_required`: The account's plan does not include the API. `insufficient_scope`: The key lacks the scope that this takes. */
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
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'plan_required' | 'insufficient_scope';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `not_found`: There is no such resource. */
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
         *         "message": "There is no such resource.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'not_found';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
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
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'request_timeout';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
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
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'payload_too_large';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
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
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'rate_limited';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `server_error`: Something went wrong. */
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
         *         "message": "Something went wrong.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'server_error';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `unavailable`: The service cannot do this now. Try again shortly. `read_model_behind`: What is asked for has not been read yet. Try again shortly. */
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
         *         "message": "The service cannot do this now. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'unavailable' | 'read_model_behind';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `plan_required`: The account's plan does not include the API. `insufficient_scope`: The key lacks the scope that this takes. `plan_limit_reached`: The limit for this is reached. */
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
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'plan_required' | 'insufficient_scope' | 'plan_limit_reached';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `invalid_transition`: This status cannot be reached from the present one. `idempotency_in_flight`: The same request is being worked on. */
    'Failure409.invalid_transition.idempotency_in_flight': {
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
         *         "code": "invalid_transition",
         *         "message": "This status cannot be reached from the present one.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'invalid_transition' | 'idempotency_in_flight';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `precondition_failed`: The resource was changed since. */
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
         *         "message": "The resource was changed since.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'precondition_failed';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `unsupported_media_type`: The body has to be application/json. */
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
         *         "message": "The body has to be application/json.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'unsupported_media_type';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `idempotency_mismatch`: The idempotency key was used for another request. */
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
         *         "message": "The idempotency key was used for another request.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'idempotency_mismatch';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `unavailable`: The service cannot do this now. Try again shortly. */
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
         *         "message": "The service cannot do this now. Try again shortly.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'unavailable';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `plan_required`: The account's plan does not include the API. `insufficient_scope`: The key lacks the scope that this takes. `quota_exceeded`: The month's submissions are used up. */
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
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'plan_required' | 'insufficient_scope' | 'quota_exceeded';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `form_not_published`: The form is not published. `idempotency_in_flight`: The same request is being worked on. */
    'Failure409.form_not_published.idempotency_in_flight': {
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
         *         "code": "form_not_published",
         *         "message": "The form is not published.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'form_not_published' | 'idempotency_in_flight';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `missing_key`: No key was given. `invalid_key`: The key is not recognised. */
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
         *         "message": "No key was given.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'missing_key' | 'invalid_key';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `insufficient_scope`: The key lacks the scope that this takes. */
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
         *         "message": "The key lacks the scope that this takes.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'insufficient_scope';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `conflict`: This contradicts what is there already. */
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
         *         "message": "This contradicts what is there already.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'conflict';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `insufficient_scope`: The key lacks the scope that this takes. `plan_limit_reached`: The limit for this is reached. */
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
         *         "message": "The key lacks the scope that this takes.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'insufficient_scope' | 'plan_limit_reached';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
      };
    };
    /** @description `invalid_transition`: This status cannot be reached from the present one. */
    'Failure409.invalid_transition': {
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
         *         "code": "invalid_transition",
         *         "message": "This status cannot be reached from the present one.",
         *         "request_id": "k3Jx0sQ8bTz1LmN5vRwY"
         *       }
         *     }
         */
        'application/json': {
          error: {
            /** @enum {string} */
            code: 'invalid_transition';
            message: string;
            /** @description What is known beyond the code. */
            details?: unknown;
            request_id: string;
          };
        };
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
    /** @description The next page, `rel="next"`; absent on the last. */
    Link: string;
    /** @description The revision, for `If-Match`. */
    ETag: string;
    'WWW-Authenticate': string;
    /** @description Seconds. */
    'Retry-After': number;
    /** @description For `X-Read-After`. */
    'X-Log-Position': string;
    /** @description This is the answer of an earlier, same request. */
    'Idempotency-Replayed': 'true';
    Location: string;
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
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
            | {
                data: {
                  id: string;
                  title: string;
                  slug: string;
                  /** @enum {unknown} */
                  status: 'draft' | 'published' | 'closed' | 'archived';
                  submission_count: number;
                  created_at: string;
                }[];
                count: number;
                has_more: boolean;
                next_cursor: string | null;
              }
            | {
                id: string;
                title: string;
                slug: string;
                /** @enum {unknown} */
                status: 'draft' | 'published' | 'closed' | 'archived';
                submission_count: number;
                created_at: string;
                description: string;
                fields: {
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
                    | 'hidden'
                    | 'statement';
                  required: boolean;
                  position: number;
                  help_text?: string;
                  placeholder?: string;
                  options?: {
                    value: string;
                    label: string;
                  }[];
                  rows?: {
                    value: string;
                    label: string;
                  }[];
                  validation?: {
                    min?: number;
                    max?: number;
                    min_length?: number;
                    max_length?: number;
                    pattern?: string;
                    min_selections?: number;
                    max_selections?: number;
                  };
                  hidden: boolean;
                  default_value?: unknown;
                }[];
              };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  changeForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description Entity tags at which the change is welcome. */
        'If-Match'?: string;
        /** @description The same request under the same key takes place once; its answer is kept for 24 hours. */
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
        'application/json': {
          id: string;
          title?: string;
          description?: string;
          /** @enum {unknown} */
          status?: 'draft' | 'published' | 'closed' | 'archived';
        };
      };
    };
    responses: {
      /** @description The form as it is after the change. */
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
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         }
           *       ],
           *       "updated_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': {
            id: string;
            title: string;
            slug: string;
            /** @enum {unknown} */
            status: 'draft' | 'published' | 'closed' | 'archived';
            submission_count: number;
            created_at: string;
            description: string;
            fields: {
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
                | 'hidden'
                | 'statement';
              required: boolean;
              position: number;
              help_text?: string;
              placeholder?: string;
              options?: {
                value: string;
                label: string;
              }[];
              rows?: {
                value: string;
                label: string;
              }[];
              validation?: {
                min?: number;
                max?: number;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                min_selections?: number;
                max_selections?: number;
              };
              hidden: boolean;
              default_value?: unknown;
            }[];
            updated_at: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.invalid_transition.idempotency_in_flight'];
      412: components['responses']['Failure412.precondition_failed'];
      413: components['responses']['Failure413.payload_too_large'];
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
        since?: string;
        until?: string;
        is_complete?: boolean;
        /** @description Taken to the nearest of 1 to 200. */
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
        'X-Read-After'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
            | {
                data: {
                  id: string;
                  form_id: string;
                  form_title: string;
                  is_complete: boolean;
                  submitted_at: string;
                }[];
                count: number;
                has_more: boolean;
                next_cursor: string | null;
              }
            | {
                id: string;
                form_id: string;
                form_title: string;
                is_complete: boolean;
                submitted_at: string;
                created_at: string;
                /** @enum {unknown} */
                source: 'api' | 'form';
                form_version: number;
                answers: {
                  [key: string]: unknown;
                };
                fields: {
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
                    | 'hidden'
                    | 'statement';
                  value: unknown;
                }[];
                payment?: {
                  id: string;
                  provider: string;
                  amount: number;
                  currency: string;
                  /** @enum {string} */
                  status: 'succeeded';
                  paid_at: string;
                  field_key: string;
                };
              };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  createSubmission: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same request under the same key takes place once; its answer is kept for 24 hours. */
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
         *       "answers": {
         *         "email": "ada@example.com"
         *       }
         *     }
         */
        'application/json': {
          form_id: string;
          /** @description The answers. A field may be named by its key, by its id, or by a label that no other field of the form has. */
          answers: {
            [key: string]: unknown;
          };
        };
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
           *         "E-mail": "ada@example.com"
           *       },
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "value": "ada@example.com"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            id: string;
            form_id: string;
            form_title: string;
            is_complete: boolean;
            submitted_at: string;
            created_at: string;
            /** @enum {unknown} */
            source: 'api' | 'form';
            form_version: number;
            answers: {
              [key: string]: unknown;
            };
            fields: {
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
                | 'hidden'
                | 'statement';
              value: unknown;
            }[];
            payment?: {
              id: string;
              provider: string;
              amount: number;
              currency: string;
              /** @enum {string} */
              status: 'succeeded';
              paid_at: string;
              field_key: string;
            };
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key.revoked_key.expired_key'];
      403: components['responses']['Failure403.plan_required.insufficient_scope.quota_exceeded'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.form_not_published.idempotency_in_flight'];
      413: components['responses']['Failure413.payload_too_large'];
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
      };
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
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
           *           "created_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': {
            data: {
              id: string;
              name: string;
              plan: string;
              created_at: string;
            }[];
            count: number;
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  openAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme",
         *       "plan": "pro"
         *     }
         */
        'application/json': {
          id?: string;
          name: string;
          plan: string;
        };
      };
    };
    responses: {
      /** @description Default Response */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': {
            id: string;
            name: string;
            plan: string;
            created_at: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': {
            id: string;
            name: string;
            plan: string;
            created_at: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  changePlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "plan": "pro"
         *     }
         */
        'application/json': {
          plan: string;
        };
      };
    };
    responses: {
      /** @description Default Response */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "acme",
           *       "name": "Acme",
           *       "plan": "pro"
           *     }
           */
          'application/json': {
            id: string;
            name: string;
            plan: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
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
      };
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
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
          'application/json': {
            data: {
              id: string;
              name: string;
              scopes: ('forms:read' | 'forms:write' | 'submissions:read' | 'submissions:write')[];
              expires_at: string | null;
              revoked_at: string | null;
              created_at: string;
              /** @description To the minute. */
              last_used_at: string | null;
            }[];
            count: number;
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  issueKey: {
    parameters: {
      query?: never;
      header?: never;
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
        'application/json': {
          name: string;
          scopes?: ('forms:read' | 'forms:write' | 'submissions:read' | 'submissions:write')[];
          expires_at?: string | null;
        };
      };
    };
    responses: {
      /** @description Default Response */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
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
          'application/json': {
            id: string;
            name: string;
            scopes: ('forms:read' | 'forms:write' | 'submissions:read' | 'submissions:write')[];
            expires_at: string | null;
            key: string;
            created_at: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  revokeKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
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
          'application/json': {
            id: string;
            name: string;
            scopes: ('forms:read' | 'forms:write' | 'submissions:read' | 'submissions:write')[];
            expires_at: string | null;
            revoked_at: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  listFormsOfAccount: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'draft' | 'published' | 'closed' | 'archived';
      };
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
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
          'application/json': {
            data: {
              id: string;
              title: string;
              slug: string;
              /** @enum {unknown} */
              status: 'draft' | 'published' | 'closed' | 'archived';
              submission_count: number;
              created_at: string;
            }[];
            count: number;
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  createForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same request under the same key takes place once; its answer is kept for 24 hours. */
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
        'application/json': {
          title: string;
          description?: string;
          fields: {
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
              | 'hidden'
              | 'statement';
            required?: boolean;
            help_text?: string;
            placeholder?: string;
            options?: {
              value: string;
              label: string;
            }[];
            rows?: {
              value: string;
              label: string;
            }[];
            validation?: {
              min?: number;
              max?: number;
              min_length?: number;
              max_length?: number;
              pattern?: string;
              min_selections?: number;
              max_selections?: number;
            };
            hidden?: boolean;
            default_value?: unknown;
          }[];
          /** @enum {unknown} */
          status?: 'draft' | 'published';
        };
      };
    };
    responses: {
      /** @description Default Response */
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
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         }
           *       ],
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "account_id": "acme",
           *       "version": 1
           *     }
           */
          'application/json': {
            id: string;
            title: string;
            slug: string;
            /** @enum {unknown} */
            status: 'draft' | 'published' | 'closed' | 'archived';
            submission_count: number;
            created_at: string;
            description: string;
            fields: {
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
                | 'hidden'
                | 'statement';
              required: boolean;
              position: number;
              help_text?: string;
              placeholder?: string;
              options?: {
                value: string;
                label: string;
              }[];
              rows?: {
                value: string;
                label: string;
              }[];
              validation?: {
                min?: number;
                max?: number;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                min_selections?: number;
                max_selections?: number;
              };
              hidden: boolean;
              default_value?: unknown;
            }[];
            updated_at: string;
            account_id: string;
            version: number;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         }
           *       ],
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "account_id": "acme",
           *       "version": 1
           *     }
           */
          'application/json': {
            id: string;
            title: string;
            slug: string;
            /** @enum {unknown} */
            status: 'draft' | 'published' | 'closed' | 'archived';
            submission_count: number;
            created_at: string;
            description: string;
            fields: {
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
                | 'hidden'
                | 'statement';
              required: boolean;
              position: number;
              help_text?: string;
              placeholder?: string;
              options?: {
                value: string;
                label: string;
              }[];
              rows?: {
                value: string;
                label: string;
              }[];
              validation?: {
                min?: number;
                max?: number;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                min_selections?: number;
                max_selections?: number;
              };
              hidden: boolean;
              default_value?: unknown;
            }[];
            updated_at: string;
            account_id: string;
            version: number;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  changeFormAndFields: {
    parameters: {
      query?: never;
      header?: {
        /** @description Entity tags at which the change is welcome. */
        'If-Match'?: string;
        /** @description The same request under the same key takes place once; its answer is kept for 24 hours. */
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
         *       "title": "Feedback 2026"
         *     }
         */
        'application/json': {
          title?: string;
          description?: string;
          /** @enum {unknown} */
          status?: 'draft' | 'published' | 'closed' | 'archived';
          fields?: {
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
              | 'hidden'
              | 'statement';
            required?: boolean;
            help_text?: string;
            placeholder?: string;
            options?: {
              value: string;
              label: string;
            }[];
            rows?: {
              value: string;
              label: string;
            }[];
            validation?: {
              min?: number;
              max?: number;
              min_length?: number;
              max_length?: number;
              pattern?: string;
              min_selections?: number;
              max_selections?: number;
            };
            hidden?: boolean;
            default_value?: unknown;
          }[];
        };
      };
    };
    responses: {
      /** @description Default Response */
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
           *       "fields": [
           *         {
           *           "id": "1eFg2HiJ3kLm4NoP5qRs",
           *           "key": "email",
           *           "label": "E-mail",
           *           "kind": "email",
           *           "required": true,
           *           "position": 0,
           *           "hidden": false
           *         }
           *       ],
           *       "updated_at": "2026-01-31T12:00:00.000Z",
           *       "account_id": "acme",
           *       "version": 1
           *     }
           */
          'application/json': {
            id: string;
            title: string;
            slug: string;
            /** @enum {unknown} */
            status: 'draft' | 'published' | 'closed' | 'archived';
            submission_count: number;
            created_at: string;
            description: string;
            fields: {
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
                | 'hidden'
                | 'statement';
              required: boolean;
              position: number;
              help_text?: string;
              placeholder?: string;
              options?: {
                value: string;
                label: string;
              }[];
              rows?: {
                value: string;
                label: string;
              }[];
              validation?: {
                min?: number;
                max?: number;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                min_selections?: number;
                max_selections?: number;
              };
              hidden: boolean;
              default_value?: unknown;
            }[];
            updated_at: string;
            account_id: string;
            version: number;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope.plan_limit_reached'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.invalid_transition.idempotency_in_flight'];
      412: components['responses']['Failure412.precondition_failed'];
      413: components['responses']['Failure413.payload_too_large'];
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
      };
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
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
           *           "signature": "timestamped",
           *           "concurrency": 8,
           *           "rate_per_second": null,
           *           "enabled": true,
           *           "disabled_because": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "updated_at": "2026-01-31T12:00:00.000Z"
           *         }
           *       ],
           *       "count": 1,
           *       "has_more": true,
           *       "next_cursor": "WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl"
           *     }
           */
          'application/json': {
            data: {
              id: string;
              label: string;
              url: string;
              events: ('submission.created' | 'submission.payment_completed' | 'form.published')[];
              form_id: string | null;
              included_questions: string[];
              /** @enum {unknown} */
              signature: 'timestamped' | 'sha256' | 'standard-webhooks';
              /** @description Requests under way at once, at most. */
              concurrency: number;
              /** @description Requests begun in a second, at most; null: no limit. */
              rate_per_second: number | null;
              enabled: boolean;
              disabled_because:
                | (
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
                      }
                  )
                | null;
              created_at: string;
              updated_at: string;
            }[];
            count: number;
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  addDestination: {
    parameters: {
      query?: never;
      header?: never;
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
         *       "url": "https://crm.example/hooks"
         *     }
         */
        'application/json': {
          label: string;
          url: string;
          events?: ('submission.created' | 'submission.payment_completed' | 'form.published')[];
          form_id?: string | null;
          included_questions?: string[];
          /** @enum {unknown} */
          signature?: 'timestamped' | 'sha256' | 'standard-webhooks';
          /** @default 8 */
          concurrency?: number;
          /** @default null */
          rate_per_second?: number | null;
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Default Response */
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
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "signing_secret": "…",
           *       "created_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': {
            id: string;
            label: string;
            url: string;
            events: ('submission.created' | 'submission.payment_completed' | 'form.published')[];
            form_id: string | null;
            included_questions: string[];
            /** @enum {unknown} */
            signature: 'timestamped' | 'sha256' | 'standard-webhooks';
            /** @description Requests under way at once, at most. */
            concurrency: number;
            /** @description Requests begun in a second, at most; null: no limit. */
            rate_per_second: number | null;
            enabled: boolean;
            signing_secret: string;
            created_at: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  readDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "updated_at": "2026-01-31T12:00:00.000Z"
           *     }
           */
          'application/json': {
            id: string;
            label: string;
            url: string;
            events: ('submission.created' | 'submission.payment_completed' | 'form.published')[];
            form_id: string | null;
            included_questions: string[];
            /** @enum {unknown} */
            signature: 'timestamped' | 'sha256' | 'standard-webhooks';
            /** @description Requests under way at once, at most. */
            concurrency: number;
            /** @description Requests begun in a second, at most; null: no limit. */
            rate_per_second: number | null;
            enabled: boolean;
            disabled_because:
              | (
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
                    }
                )
              | null;
            created_at: string;
            updated_at: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  removeDestination: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  enableDestination: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
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
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": true,
           *       "disabled_because": null
           *     }
           */
          'application/json': {
            id: string;
            label: string;
            url: string;
            events: ('submission.created' | 'submission.payment_completed' | 'form.published')[];
            form_id: string | null;
            included_questions: string[];
            /** @enum {unknown} */
            signature: 'timestamped' | 'sha256' | 'standard-webhooks';
            /** @description Requests under way at once, at most. */
            concurrency: number;
            /** @description Requests begun in a second, at most; null: no limit. */
            rate_per_second: number | null;
            enabled: boolean;
            disabled_because:
              | (
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
                    }
                )
              | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  disableDestination: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
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
           *       "signature": "timestamped",
           *       "concurrency": 8,
           *       "rate_per_second": null,
           *       "enabled": false,
           *       "disabled_because": {
           *         "kind": "operator"
           *       }
           *     }
           */
          'application/json': {
            id: string;
            label: string;
            url: string;
            events: ('submission.created' | 'submission.payment_completed' | 'form.published')[];
            form_id: string | null;
            included_questions: string[];
            /** @enum {unknown} */
            signature: 'timestamped' | 'sha256' | 'standard-webhooks';
            /** @description Requests under way at once, at most. */
            concurrency: number;
            /** @description Requests begun in a second, at most; null: no limit. */
            rate_per_second: number | null;
            enabled: boolean;
            disabled_because:
              | (
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
                    }
                )
              | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
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
      };
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
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
           *           "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *           "kind": "submission.created",
           *           "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *           "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *           "status": "pending",
           *           "attempt_count": 0,
           *           "last_outcome": null,
           *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
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
          'application/json': {
            data: {
              id: string;
              destination_id: string;
              /** @enum {unknown} */
              kind: 'submission.created' | 'submission.payment_completed' | 'form.published';
              form_id: string;
              submission_id: string | null;
              /** @enum {unknown} */
              status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
              attempt_count: number;
              last_outcome:
                | (
                    | {
                        /** @enum {string} */
                        kind: 'response';
                        status: number;
                        excerpt: string;
                      }
                    | {
                        /** @enum {string} */
                        kind: 'error';
                        /** @enum {unknown} */
                        errorClass: 'timeout' | 'network' | 'tls' | 'forbidden_address' | 'invalid_response';
                        message: string;
                      }
                  )
                | null;
              next_attempt_at: string | null;
              source: {
                stream: string;
                revision: number;
                position: string;
                event_id: string;
              };
              created_at: string;
              updated_at: string;
            }[];
            count: number;
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  readDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `X-Log-Position`: waits up to two seconds until the answer holds that write. */
        'X-Read-After'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
           *       "destination_id": "9pQr8StU7vWx6YzA5bCd",
           *       "kind": "submission.created",
           *       "form_id": "4tYb9QmZ1xLr7cVd2KsA",
           *       "submission_id": "7nWq2HpX5jRf8gTz3LdE",
           *       "status": "succeeded",
           *       "attempt_count": 1,
           *       "last_outcome": {
           *         "kind": "response",
           *         "status": 200,
           *         "excerpt": "ok"
           *       },
           *       "next_attempt_at": null,
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
          'application/json': {
            id: string;
            destination_id: string;
            /** @enum {unknown} */
            kind: 'submission.created' | 'submission.payment_completed' | 'form.published';
            form_id: string;
            submission_id: string | null;
            /** @enum {unknown} */
            status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
            attempt_count: number;
            last_outcome:
              | (
                  | {
                      /** @enum {string} */
                      kind: 'response';
                      status: number;
                      excerpt: string;
                    }
                  | {
                      /** @enum {string} */
                      kind: 'error';
                      /** @enum {unknown} */
                      errorClass: 'timeout' | 'network' | 'tls' | 'forbidden_address' | 'invalid_response';
                      message: string;
                    }
                )
              | null;
            next_attempt_at: string | null;
            source: {
              stream: string;
              revision: number;
              position: string;
              event_id: string;
            };
            created_at: string;
            updated_at: string;
            attempts: {
              attempt: number;
              started_at: string;
              duration_ms: number;
              outcome:
                | {
                    /** @enum {string} */
                    kind: 'response';
                    status: number;
                    excerpt: string;
                  }
                | {
                    /** @enum {string} */
                    kind: 'error';
                    /** @enum {unknown} */
                    errorClass: 'timeout' | 'network' | 'tls' | 'forbidden_address' | 'invalid_response';
                    message: string;
                  };
              next_attempt_at: string | null;
            }[];
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      413: components['responses']['Failure413.payload_too_large'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable.read_model_behind'];
    };
  };
  replayDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
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
          'application/json': {
            id: string;
            /** @enum {unknown} */
            status: 'pending' | 'succeeded' | 'exhausted' | 'failed' | 'skipped' | 'cancelled';
            attempt_count: number;
            next_attempt_at: string | null;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.invalid_transition'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
      429: components['responses']['Failure429.rate_limited'];
      500: components['responses']['Failure500.server_error'];
      503: components['responses']['Failure503.unavailable'];
    };
  };
  completePayment: {
    parameters: {
      query?: never;
      header?: never;
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
        'application/json': {
          id: string;
          provider: string;
          amount: number;
          currency: string;
          field_key: string;
          /** Format: date-time */
          paid_at?: string;
        };
      };
    };
    responses: {
      /** @description Default Response */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'X-Log-Position': components['headers']['X-Log-Position'];
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
          'application/json': {
            id: string;
            provider: string;
            amount: number;
            currency: string;
            /** @enum {string} */
            status: 'succeeded';
            paid_at: string;
            field_key: string;
          };
        };
      };
      400: components['responses']['Failure400.invalid_request'];
      401: components['responses']['Failure401.missing_key.invalid_key'];
      403: components['responses']['Failure403.insufficient_scope'];
      404: components['responses']['Failure404.not_found'];
      408: components['responses']['Failure408.request_timeout'];
      409: components['responses']['Failure409.conflict'];
      413: components['responses']['Failure413.payload_too_large'];
      415: components['responses']['Failure415.unsupported_media_type'];
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
        'application/json': {
          /** @constant */
          event: 'submission.created';
          submission_id: string;
          /** @description The form's title. */
          form: string;
          form_id: string;
          form_slug: string;
          /** @enum {unknown} */
          form_status: 'draft' | 'published' | 'closed' | 'archived';
          is_complete: boolean;
          created_at: string;
          submitted_at: string;
          /** @description By label. */
          answers: {
            [key: string]: unknown;
          };
          fields: {
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
              | 'hidden'
              | 'statement';
            value: unknown;
          }[];
        };
      };
    };
    responses: {
      /** @description Taken. What may pass by itself (5xx, 429, 408) is tried again. */
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
        'application/json': {
          /** @constant */
          event: 'submission.payment_completed';
          submission_id: string;
          /** @description The form's title. */
          form: string;
          form_id: string;
          form_slug: string;
          /** @enum {unknown} */
          form_status: 'draft' | 'published' | 'closed' | 'archived';
          is_complete: boolean;
          created_at: string;
          submitted_at: string;
          /** @description By label. */
          answers: {
            [key: string]: unknown;
          };
          fields: {
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
              | 'hidden'
              | 'statement';
            value: unknown;
          }[];
          payment: {
            id: string;
            provider: string;
            amount: number;
            currency: string;
            /** @constant */
            status: 'succeeded';
            paid_at: string;
            field_key: string;
          };
        };
      };
    };
    responses: {
      /** @description Taken. What may pass by itself (5xx, 429, 408) is tried again. */
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
        'application/json': {
          /** @constant */
          event: 'form.published';
          /** @description The form's title. */
          form: string;
          form_id: string;
          form_slug: string;
          /** @constant */
          status: 'published';
          url: string;
          published_at: string;
        };
      };
    };
    responses: {
      /** @description Taken. What may pass by itself (5xx, 429, 408) is tried again. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
