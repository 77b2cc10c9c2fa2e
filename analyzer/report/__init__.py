"""The certified report: one document, its sections, its files, its signature and its verification."""
