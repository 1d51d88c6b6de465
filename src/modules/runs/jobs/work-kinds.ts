/** The kinds of work items in this module, as rows of the queue name them: the work of a job, and the work of a run without a job. */
export const workKinds = { job: 'job', run: 'run' } as const;

/** The kinds of jobs, as `job.queued` stores them. A job of kind *resume* has no work item: the work of its run ends it. */
export const jobKinds = { execution: 'execution', resume: 'resume' } as const;
