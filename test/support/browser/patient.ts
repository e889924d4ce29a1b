/** How a service is started that a browser looks at: a busy machine is no reason to answer 500. */
export const PATIENT = { dashboard: 'on', readers: '2', deadline: '100' }
