ALTER TABLE `responses` ADD `asked_at` text;--> statement-breakpoint
ALTER TABLE `responses` ADD `stopped_by` text;