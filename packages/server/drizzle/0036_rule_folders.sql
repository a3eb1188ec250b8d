ALTER TABLE `permission_rules` ADD `folder` text;--> statement-breakpoint
CREATE INDEX `idx_journal_rules` ON `journal` (`lead_id`, `seq`) WHERE `type` = 'permission:rule_added';